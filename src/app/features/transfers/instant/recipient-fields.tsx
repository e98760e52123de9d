import { Trans, useLingui } from '@lingui/react/macro';
import { ClipboardPaste, ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { emailMaxLength } from '../../../../protocol/limits.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Chip, ChipRow } from '../../../ui/controls/Chips.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { CountryLink } from '../../account/sign-in/account-fields.tsx';
import { changeRecipient, idInText, recipientDraft } from './recipient-draft.ts';

/** The camera's code is loaded when the user scans. */
const ScanSheet = lazy(async () => ({
  default: (await import('../../withdrawals/address-book/scan-sheet.tsx')).ScanSheet,
}));

const idMaxLength = 18;
const phoneMaxLength = 20;

export interface RecipientFieldsProps {
  /** Error message of the recipient. */
  error: string | undefined;
  onChange: () => void;
}

/** The recipient: by id, phone or email; an id can also be scanned or pasted. */
export function RecipientFields({ error, onChange }: RecipientFieldsProps) {
  const { t } = useLingui();
  const draft = useObservable(recipientDraft);
  const change = (next: Parameters<typeof changeRecipient>[0]) => {
    changeRecipient(next);
    onChange();
  };
  const ways = [
    { id: 'id', label: t`User ID` },
    { id: 'phone', label: t`Phone` },
    { id: 'email', label: t`Email` },
  ] as const;
  const shared = { required: true, ...(error === undefined ? {} : { error }) };
  return (
    <>
      <Segmented label={t`Find the recipient by`} items={ways} value={draft.by} onChange={(by) => change({ by })} />
      {draft.by === 'email' && (
        <TextField
          {...shared}
          key="email"
          label={t`Recipient’s email`}
          type="email"
          autoCapitalize="none"
          maxLength={emailMaxLength}
          value={draft.email}
          onChange={(email) => change({ email })}
        />
      )}
      {draft.by === 'phone' && (
        <TextField
          {...shared}
          key="phone"
          label={t`Recipient’s phone`}
          type="tel"
          maxLength={phoneMaxLength}
          value={draft.phone}
          leading={<CountryLink />}
          onChange={(phone) => change({ phone })}
        />
      )}
      {draft.by === 'id' && (
        <div>
          <TextField
            {...shared}
            key="id"
            label={t`Recipient’s user ID`}
            inputMode="numeric"
            maxLength={idMaxLength}
            value={draft.id}
            onChange={(id) => change({ id: id.replaceAll(/\D/g, '') })}
          />
          <IdWays onId={(id) => change({ id })} />
        </div>
      )}
    </>
  );
}

/** Other ways to an id than typing it. */
function IdWays({ onId }: { onId: (id: string) => void }) {
  const { t } = useLingui();
  const [scanning, setScanning] = useState(false);
  const [asked, setAsked] = useState(false);
  const take = (text: string, otherwise: string) => {
    const id = idInText(text);
    if (id === '') toast.show({ type: 'warn', title: otherwise });
    else onId(id);
  };
  const paste = async () => {
    try {
      take(await navigator.clipboard.readText(), t`The clipboard contains no user ID`);
    } catch {
      // The browser keeps the clipboard to itself.
      toast.show({ type: 'info', title: t`Paste it into the field manually` });
    }
  };
  return (
    <>
      <ChipRow label={t`Ways to enter the user ID`} inset>
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
      </ChipRow>
      {asked && (
        <Suspense fallback={null}>
          <ScanSheet
            open={scanning}
            onClose={() => setScanning(false)}
            title={t`Scan a user ID`}
            onAddress={(text) => {
              setScanning(false);
              take(text, t`This QR code contains no user ID`);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
