import { useLingui } from '@lingui/react/macro';
import { emailMaxLength } from '#protocol/core/limits.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { CountryLink } from '#app/features/account/log-in/account-fields.tsx';
import { PasteOrScan } from '#app/features/withdrawals/address-book/paste-or-scan.tsx';
import { changeRecipient, idInText, recipientDraft } from './recipient-draft.ts';

const idMaxLength = 18;
const phoneMaxLength = 20;

interface RecipientFieldsProps {
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
          kind="email"
          {...shared}
          key="email"
          label={t`Recipient’s email`}
          type="email"
          autoCapitalize="none"
          limit={emailMaxLength}
          value={draft.email}
          onChange={(email) => change({ email })}
        />
      )}
      {draft.by === 'phone' && (
        <TextField
          kind="phone"
          {...shared}
          key="phone"
          label={t`Recipient’s phone`}
          type="tel"
          limit={phoneMaxLength}
          value={draft.phone}
          leading={<CountryLink />}
          onChange={(phone) => change({ phone })}
        />
      )}
      {draft.by === 'id' && (
        <div>
          <TextField
            kind="id"
            {...shared}
            key="id"
            label={t`Recipient’s user ID`}
            inputMode="numeric"
            limit={idMaxLength}
            value={draft.id}
            onChange={(id) => change({ id })}
          />
          <PasteOrScan
            label={t`Ways to enter the user ID`}
            find={idInText}
            onFound={(id) => change({ id })}
            notPasted={t`The clipboard contains no user ID`}
            notScanned={t`This QR code contains no user ID`}
            scanTitle={t`Scan a user ID`}
          />
        </div>
      )}
    </>
  );
}
