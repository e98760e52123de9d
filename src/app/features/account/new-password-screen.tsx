import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { codes } from '../../../contract/codes.ts';
import { useObservable } from '../../platform/observable.ts';
import { useReachable } from '../../platform/reachability.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { toast } from '../../ui/toast.ts';
import { useFormFailures } from './form-failures.ts';
import { useResetPassword } from './mutations.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type ResetTicket, resetTicket } from './reset-ticket.ts';
import { confirmationProblem, newPasswordProblem } from './validation.ts';
import styles from './account.module.css';

type Field = 'password' | 'confirmation';

const fieldOfCode = {
  [codes.enterPassword]: 'password',
  [codes.passwordsDiffer]: 'confirmation',
} as const;

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
  const reachable = useReachable();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<Field>(form, fieldOfCode);
  const reset = useResetPassword();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    const right = failures.check({
      password: newPasswordProblem(password),
      confirmation: confirmationProblem(password, confirmation),
    });
    if (!right) return;
    reset.mutate(
      { ticket: ticket.ticket, password, confirmation },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`Password changed`,
            detail: t`Log in with the new one. Withdrawals are on hold for 24 hours.`,
          });
          void router.navigate({ to: '/pages/login/login', replace: true }).then(() => resetTicket.set(null));
        },
        onError: failures.refuse,
      },
    );
  };
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
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
      <NewPasswordFields
        password={password}
        confirmation={confirmation}
        passwordError={failures.of('password')}
        confirmationError={failures.of('confirmation')}
        onPassword={(text) => {
          setPassword(text);
          failures.touch('password');
        }}
        onConfirmation={(text) => {
          setConfirmation(text);
          failures.touch('confirmation');
        }}
      />
      {failures.whole !== null && (
        <Banner
          inset
          tone="danger"
          live
          action={{ label: t`Ask for a new code`, onAction: () => resetTicket.set(null) }}
        >
          {failures.whole}
        </Banner>
      )}
      <Button
        kind="primary"
        size="l"
        type="submit"
        busy={reset.isPending}
        busyLabel={t`Sending…`}
        disabledReason={reachable ? undefined : t`No connection. Go on when it is back.`}
      >
        <Trans>Change password</Trans>
      </Button>
    </form>
  );
}
