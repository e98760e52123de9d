import { Trans, useLingui } from '@lingui/react/macro';
import { ClipboardPaste, ScanLine } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

/** The camera's code is loaded when the user scans. */
const ScanSheet = laterSheet(() => import('./scan-sheet.tsx'), 'ScanSheet');

interface PasteOrScanProps {
  /** Names the row of ways for screen readers. */
  label: string;
  /** What is wanted in a text that was pasted or scanned; empty when it is not in there. */
  find: (text: string) => string | Promise<string>;
  onFound: (found: string) => void;
  /** Said when the clipboard, or the QR code, does not contain it. */
  notPasted: string;
  notScanned?: string;
  /** Title of the camera's sheet. Default: that of an address. */
  scanTitle?: string;
  /** More ways. */
  children?: ReactNode;
}

/** Other ways into a field than typing: the clipboard and the camera. */
export function PasteOrScan(props: PasteOrScanProps) {
  const { label, find, onFound, notPasted, notScanned = notPasted, scanTitle, children } = props;
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [scanning, setScanning] = useState(false);
  const take = async (text: string, otherwise: string) => {
    const found = await find(text);
    if (found === '') toast.show({ type: 'warn', title: otherwise });
    else onFound(found);
  };
  const paste = async () => {
    try {
      await take(await navigator.clipboard.readText(), notPasted);
    } catch {
      // The browser keeps the clipboard to itself.
      toast.show({ type: 'info', title: t`Paste it into the field manually` });
    }
  };
  return (
    <>
      <ChipRow label={label} inset>
        <Chip onClick={() => void paste()}>
          <Icon of={ClipboardPaste} size="inline" />
          <Trans>Paste</Trans>
        </Chip>
        <Chip
          aria-haspopup="dialog"
          onClick={() => {
            setAsked(true);
            setScanning(true);
          }}
        >
          <Icon of={ScanLine} size="inline" />
          <Trans>Scan</Trans>
        </Chip>
        {children}
      </ChipRow>
      {asked && (
        <Suspense fallback={null}>
          <ScanSheet
            open={scanning}
            onClose={() => setScanning(false)}
            {...(scanTitle === undefined ? {} : { title: scanTitle })}
            onAddress={(text) => {
              setScanning(false);
              void take(text, notScanned);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
