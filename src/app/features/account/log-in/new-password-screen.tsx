import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useObservable } from '#app/platform/observable.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useResetPassword } from '../mutations.ts';
import type { NewPassword } from './new-password.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { type ResetTicket, resetTicket } from './reset-ticket.ts';
import styles from '../account.module.css';

/** Forgotten password, second step: the new one. Without a ticket in hand it leads back to the first step. */
export function NewPasswordScreen() {
  const { t } = useLingui();
  const ticket = useObservable(resetTicket);
  if (ticket === null) return <Navigate to="/pages/forgetPwd/forgetPwd" replace />;
  return (
    <Page title={t`New password`}>
      <ResetForm ticket={ticket} />
    </Page>
  );
}

function ResetForm({ ticket }: { ticket: ResetTicket }) {
  const { t } = useLingui();
  const router = useRouter();
  const reset = useResetPassword();

  const submit = (typed: NewPassword, onError: (error: unknown) => void) =>
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
        onError,
      },
    );
  return (
    <NewPasswordForm
      busy={reset.isPending}
      failureAction={{ label: t`Request a new code`, onAction: () => resetTicket.set(null) }}
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
    </NewPasswordForm>
  );
}
