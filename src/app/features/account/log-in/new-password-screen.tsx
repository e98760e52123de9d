import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useObservable } from '../../../platform/observable.ts';
import { Page } from '../../../ui/layout/Page.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { useFormFailures } from './form-failures.ts';
import { useResetPassword } from '../mutations.ts';
import { fieldOfNewPasswordCode, newPasswordProblems, useNewPassword } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type ResetTicket, resetTicket } from './reset-ticket.ts';
import { useSendReason } from '../codes/send-reason.ts';
import styles from '../account.module.css';
import { FormFrame } from '../form-frame.tsx';

/** Forgotten password, second step: the new one. Without a ticket in hand it leads back to the first step. */
export function NewPasswordScreen() {
  const { t } = useLingui();
  const ticket = useObservable(resetTicket);
  if (ticket === null) return <Navigate to="/pages/forgetPwd/forgetPwd" replace />;
  return (
    <Page title={t`New password`}>
      <NewPasswordForm ticket={ticket} />
    </Page>
  );
}

function NewPasswordForm({ ticket }: { ticket: ResetTicket }) {
  const { t } = useLingui();
  const router = useRouter();
  const [typed, change] = useNewPassword();
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures(form, fieldOfNewPasswordCode);
  const reset = useResetPassword();
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);

  const submit = () => {
    if (!failures.check(newPasswordProblems(typed))) return;
    reset.mutate(
      { ticket: ticket.ticket, ...typed },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`Password changed`,
            detail: t`Log in with your new password. Withdrawals are on hold for 24 hours.`,
          });
          void router.navigate({ to: '/pages/login/login', replace: true }).then(() => resetTicket.set(null));
        },
        onError: failures.refuse,
      },
    );
  };
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      failureAction={{ label: t`Request a new code`, onAction: () => resetTicket.set(null) }}
      label={<Trans>Change password</Trans>}
      busy={reset.isPending}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={styles['lede']}>
        <Trans>All devices are logged out, and withdrawals are on hold for 24 hours.</Trans>
      </p>
      {/* Password managers keep the new password under this name. */}
      <input
        className={styles['unseen']}
        type="text"
        name="username"
        autoComplete="username"
        readOnly
        value={ticket.account}
      />
      <NewPasswordFields value={typed} failures={failures} onChange={change} />
    </FormFrame>
  );
}
