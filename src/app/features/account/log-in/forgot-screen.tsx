import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { codes } from '#protocol/core/codes.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { AccountAndCode } from './account-and-code.tsx';
import { useCodeSending } from '../codes/code-sends.ts';
import { useAccountForm } from './account-form.ts';
import { type ForgotDraft, forgotDraft } from './drafts.ts';
import { useCheckCode } from '../mutations.ts';
import { resetTicket } from './reset-ticket.ts';
import { useSendReason } from '../codes/send-reason.ts';
import { codeProblem } from './validation.ts';
import styles from '../account.module.css';
import { FormFrame } from '../form-frame.tsx';

type Field = 'account' | 'code';

const fieldOfCode = {
  [codes.enterAccount]: 'account',
  [codes.chooseArea]: 'account',
  [codes.enterCode]: 'code',
  [codes.codeWrong]: 'code',
  [codes.verificationExpired]: 'code',
  [codes.sendFailed]: 'code',
} as const;

const nextPath = '/pages/mine/forgetPwdNext';

/** Forgotten password, first step: prove that the account is one's own with a code. */
export function ForgotScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Forgot password`}>
      <ForgotForm />
    </Page>
  );
}

function ForgotForm() {
  const { t } = useLingui();
  const router = useRouter();
  const entry = useAccountForm<ForgotDraft, Field>(forgotDraft, fieldOfCode);
  const { form, failures, draft, account, accountProblem } = entry;
  const check = useCheckCode();
  const sending = useCodeSending(account, 'reset-password', failures.refuse);
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);

  const submit = () => {
    const right = failures.check({
      account: accountProblem,
      code: codeProblem(draft.code),
    });
    if (!right) return;
    check.mutate(
      { account, purpose: 'reset-password', code: draft.code },
      {
        onSuccess: ({ ticket }) => {
          resetTicket.set({ ticket, account: account.by === 'email' ? account.email : account.phone });
          void router.navigate({ to: nextPath });
        },
        onError: failures.refuse,
      },
    );
  };
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={<Trans>Next</Trans>}
      busy={check.isPending}
      busyLabel={t`Checking…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={styles['lede']}>
        <Trans>We send a code to your account’s email or phone. Then choose a new password.</Trans>
      </p>
      <AccountAndCode entry={entry} sending={sending} />
    </FormFrame>
  );
}
