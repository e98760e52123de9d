import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { useGoBack } from '#app/platform/device/back.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { AccountFields } from '../account/log-in/account-fields.tsx';
import { accountName, accountProblem } from '../account/log-in/account-name.ts';
import { CodeField } from '../account/codes/code-field.tsx';
import { useCodeSending } from '../account/codes/code-sends.ts';
import { chosenCountry } from '../account/log-in/country-choice.ts';
import { accountDraft, draft, useDraft, useForgottenOnLeave } from '../account/log-in/drafts.ts';
import { useFormFailures } from '../account/log-in/form-failures.ts';
import { useSendReason } from '../account/codes/send-reason.ts';
import { codeProblem } from '../account/log-in/validation.ts';
import { useBindContact } from './mutations.ts';
import { proofDraft } from './proof/proof-draft.ts';
import { ProofFields } from './proof/proof-fields.tsx';
import { type Checks, useProof } from './proof/proof.ts';
import css from './security.module.css';
import { WithChecks } from './proof/with-checks.tsx';
import { FormFrame } from '../account/form-frame.tsx';

type Field = 'proof' | 'account' | 'code';
type Kind = 'email' | 'phone';

/** The same codes come from two steps; which one is under way says which field they are about. */
const fieldOfCode = {
  proof: {
    [codes.enterCode]: 'proof',
    [codes.codeWrong]: 'proof',
    [codes.verificationExpired]: 'proof',
    [codes.sendFailed]: 'proof',
  },
  contact: {
    [codes.enterAccount]: 'account',
    [codes.chooseArea]: 'account',
    [codes.emailBound]: 'account',
    [codes.phoneBound]: 'account',
    [codes.enterCode]: 'code',
    [codes.codeWrong]: 'code',
    [codes.verificationExpired]: 'code',
    [codes.sendFailed]: 'code',
  },
} as const;

const bindDraft = draft<{ readonly code: string }>({ code: '' });
session.subscribe(() => bindDraft.clear());

const entered = {
  clear() {
    for (const each of [accountDraft, bindDraft, proofDraft]) each.clear();
  },
};

/** Binds an email or a phone number, or another one in its place. */
export function BindContactScreen() {
  const { t } = useLingui();
  const by: Kind = useSearch({ strict: false, select: (search) => search.by }) === 'phone' ? 'phone' : 'email';
  return (
    <Page title={by === 'email' ? t`Link email` : t`Link phone`}>
      <WithChecks rows={2}>{(checks) => <BindForm key={by} by={by} checks={checks} />}</WithChecks>
    </Page>
  );
}

function useBinding(by: Kind, checks: Checks) {
  const { t } = useLingui();
  const goBack = useGoBack();
  const [accountText] = useDraft(accountDraft);
  const [{ code }, change] = useDraft(bindDraft);
  const country = useObservable(chosenCountry);
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<keyof typeof fieldOfCode>('contact');
  const failures = useFormFailures<Field>(form, fieldOfCode[step]);
  const refuseAt = (at: typeof step) => (error: unknown) => {
    setStep(at);
    failures.refuse(error);
  };
  const proof = useProof(checks, false, refuseAt('proof'));
  const named = { ...accountText, by };
  const account = accountName(named, country);
  const sending = useCodeSending(account, 'bind', refuseAt('contact'));
  const bind = useBindContact();
  useForgottenOnLeave(entered);

  const askForCode = () => {
    if (failures.check({ account: accountProblem(named, country) })) sending.ask();
  };
  const submit = () => {
    const right = failures.check({
      proof: proof.problem(),
      account: accountProblem(named, country),
      code: codeProblem(code),
    });
    if (!right) return;
    setStep('proof');
    const give = async () => {
      const given = await proof.give();
      setStep('contact');
      return given;
    };
    bind.mutate(
      { proof: give, account, code },
      {
        onSuccess: () => {
          toast.show({ type: 'success', title: by === 'email' ? t`Email linked` : t`Phone number linked` });
          goBack();
        },
        onError: (error) => {
          proof.refused(error);
          failures.refuse(error);
        },
      },
    );
  };
  return { form, failures, proof, sending, askForCode, code, change, submit, isBusy: bind.isPending };
}

function BindForm({ by, checks }: { by: Kind; checks: Checks }) {
  const { t } = useLingui();
  // As they were when the user came: they change before the screen is left.
  const [known] = useState(checks);
  const { form, failures, proof, sending, askForCode, code, change, submit, isBusy } = useBinding(by, known);
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  const bound = known[by];
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={by === 'email' ? <Trans>Link email</Trans> : <Trans>Link phone number</Trans>}
      busy={isBusy}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        {bound === null ? (
          <Trans>You can log in with it, and receive a code there if you forget a password.</Trans>
        ) : (
          <Trans>The new one replaces {bound}.</Trans>
        )}
      </p>
      {proof.way !== null && (
        <>
          <h2 className={css['step']}>
            <Trans>1. Confirm with a linked contact</Trans>
          </h2>
          <ProofFields proof={proof} password="login" failures={failures} />
          <h2 className={css['step']}>
            {by === 'email' ? <Trans>2. Confirm the new email</Trans> : <Trans>2. Confirm the new phone number</Trans>}
          </h2>
        </>
      )}
      <AccountFields fixed={by} error={failures.of('account')} onTouched={() => failures.touch('account')} />
      <CodeField
        value={code}
        error={failures.of('code')}
        sending={sending}
        onAsk={askForCode}
        onChange={(text) => {
          change({ code: text });
          failures.touch('code');
        }}
      />
    </FormFrame>
  );
}
