import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState, type FormEvent } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { emailMaxLength } from '#protocol/core/limits.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { accountProblem } from '#app/features/account/log-in/account-name.ts';
import { chosenCountry } from '#app/features/account/log-in/country-choice.ts';
import { problemLabels } from '#app/features/account/problem-labels.ts';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { CountryLink } from '#app/features/account/log-in/account-fields.tsx';
import { PasteOrScan } from '#app/features/withdrawals/address-book/paste-or-scan.tsx';
import css from '../transfers.module.css';
import { lookUpMutation } from '../mutations.ts';
import { recipientDraft, recipientOf, changeRecipient, idInText } from './recipient-draft.ts';
import type { FoundRecipient } from './recipient-rows.ts';

const loadAmount = () => import('./form.tsx');
const PayAmount = laterPart(loadAmount, 'PayAmount');

/** Whom to send to, first; what to send, once the user was found. */
export function PayForm({ asset }: { asset: string }) {
  const [found, setFound] = useState<FoundRecipient | null>(null);
  return found === null ? (
    <RecipientStep onFound={setFound} />
  ) : (
    <Suspense fallback={<SkeletonRow count={3} />}>
      <PayAmount key={`${found.name} ${found.id}`} found={found} asset={asset} onOther={() => setFound(null)} />
    </Suspense>
  );
}

/** Refusals that belong to the recipient's field. */
const recipientCodes: ReadonlySet<number> = new Set([codes.userNotFound, codes.cannotNameSelf, codes.enterAccount]);

function RecipientStep({ onFound }: { onFound: (found: FoundRecipient) => void }) {
  const { t, i18n } = useLingui();
  const reachable = useReachable();
  const draft = useObservable(recipientDraft);
  const country = useObservable(chosenCountry);
  const lookUp = useMutation(lookUpMutation());
  const failure = useFailureText(lookUp.error);
  const [tried, setTried] = useState(false);
  const ofRecipient = lookUp.error instanceof ApiRefusal && recipientCodes.has(lookUp.error.code);
  const local = tried ? localProblem() : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (localProblem() !== null || lookUp.isPending || !reachable) return;
    // The next step is fetched while the exchange looks; if it cannot be, it is asked for again where it stands.
    void loadAmount().catch(() => undefined);
    lookUp.mutate(recipientOf(draft, country), { onSuccess: onFound });
  };
  return (
    <form className={css['form']} noValidate onSubmit={submit}>
      <RecipientFields
        error={local ?? (ofRecipient ? (failure ?? undefined) : undefined)}
        onChange={() => {
          lookUp.reset();
          setTried(false);
        }}
      />
      <p className={css['note']}>
        <Trans>Arrives immediately in the recipient’s spot wallet, without a fee. It cannot be undone.</Trans>
      </p>
      {!ofRecipient && <FailureBanner text={failure} />}
      <SubmitButton
        busy={lookUp.isPending}
        busyLabel={t`Searching…`}
        disabledReason={reachable ? undefined : t`No connection. Send when you are back online.`}
      >
        <Trans>Continue</Trans>
      </SubmitButton>
    </form>
  );

  function localProblem(): string | null {
    if (draft.by === 'id') return draft.id === '' ? t`Enter a user ID.` : null;
    const problem = accountProblem({ by: draft.by, email: draft.email, phone: draft.phone }, country);
    return problem === null ? null : i18n._(problemLabels[problem]);
  }
}

const idMaxLength = 18;
const phoneMaxLength = 20;

interface RecipientFieldsProps {
  /** Error message of the recipient. */
  error: string | undefined;
  onChange: () => void;
}

/** The recipient: by id, phone or email; an id can also be scanned or pasted. */
function RecipientFields({ error, onChange }: RecipientFieldsProps) {
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
