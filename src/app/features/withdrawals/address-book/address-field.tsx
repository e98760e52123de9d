import { Trans, useLingui } from '@lingui/react/macro';
import { BookUser, ClipboardPaste, ScanLine } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { addressMaxLength } from '../../../../protocol/limits.ts';
import { Chip, ChipRow } from '../../../ui/controls/Chips.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { addressInText } from './scanned-address.ts';

/** The camera's code is loaded when the user scans. */
const ScanSheet = lazy(async () => ({ default: (await import('./scan-sheet.tsx')).ScanSheet }));

export interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
  error: ReactNode;
  hint?: ReactNode;
  onBlur?: () => void;
  /** Opens the address book; without it there is no such choice. */
  onBook?: () => void;
}

/** An address to pay to: typed, pasted, scanned, or out of the book. */
export function AddressField({ value, onChange, error, hint, onBlur, onBook }: AddressFieldProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [scanning, setScanning] = useState(false);
  const byHand = () => toast.show({ type: 'info', title: t`Paste it into the field manually` });
  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText();
      const address = addressInText(text);
      if (address !== '') onChange(address);
      else toast.show({ type: 'warn', title: t`The clipboard contains no address` });
    } catch {
      // The browser keeps the clipboard to itself.
      byHand();
    }
  };
  return (
    <div>
      <TextField
        label={t`Address`}
        value={value}
        rows={2}
        maxLength={addressMaxLength}
        autoCapitalize="none"
        required
        error={error}
        hint={hint}
        onChange={(text) => onChange(text.replaceAll(/\s+/g, ''))}
        {...(onBlur === undefined ? {} : { onBlur })}
      />
      <ChipRow label={t`Ways to enter the address`} inset>
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
        {onBook !== undefined && (
          <Chip aria-haspopup="dialog" onClick={onBook}>
            <Icon of={BookUser} size="inline" />
            <Trans>Address book</Trans>
          </Chip>
        )}
      </ChipRow>
      {asked && (
        <Suspense fallback={null}>
          <ScanSheet
            open={scanning}
            onClose={() => setScanning(false)}
            onAddress={(address) => {
              setScanning(false);
              onChange(address);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
