import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { codes } from '../../../contract/codes.ts';
import { pathAfterLogIn } from '../../platform/public-paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { PasskeyEntry } from '../passkeys/passkey-entry.tsx';
import { AccountFields } from './account-fields.tsx';
import { useAccountForm } from './account-form.ts';
import { type LogInDraft, logInDraft } from './drafts.ts';
import { useLogIn } from './mutations.ts';
import { useSendReason } from './send-reason.ts';
import styles from './account.module.css';

type Field = 'account' | 'password';

const fieldOfCode = {
  [codes.enterAccount]: 'account',
  [codes.enterPassword]: 'password',
  [codes.accountOrPasswordWrong]: 'password',
} as const;

/** Account and password. */
export function LogInForm({ asked }: { asked: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const { form, failures, draft, change, account, accountProblem } = useAccountForm<LogInDraft, Field>(
    logInDraft,
    fieldOfCode,
  );
  const logIn = useLogIn();
  const reason = useSendReason(t`No connection. Log in when it is back.`, failures.waitSeconds);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (logIn.isPending) return;
    const right = failures.check({
      account: accountProblem,
      password: draft.password === '' ? 'passwordMissing' : null,
    });
    if (!right) return;
    logIn.mutate(
      { account, password: draft.password },
      { onSuccess: () => router.history.replace(pathAfterLogIn(asked)), onError: failures.refuse },
    );
  };
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <AccountFields error={failures.of('account')} onTouched={() => failures.touch('account')} />
      <TextField
        label={t`Password`}
        type="password"
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        maxLength={200}
        required
        value={draft.password}
        error={failures.of('password')}
        onChange={(password) => {
          change({ password });
          failures.touch('password');
        }}
      />
      <div className={styles['ways']}>
        <Link to="/pages/forgetPwd/forgetPwd" className={styles['link']}>
          <Trans>Forgot password?</Trans>
        </Link>
        <PasskeyEntry asked={asked} />
      </div>
      {failures.whole !== null && (
        <Banner inset tone="danger" live>
          {failures.whole}
        </Banner>
      )}
      <Button
        kind="primary"
        size="l"
        type="submit"
        busy={logIn.isPending}
        busyLabel={t`Logging in…`}
        disabledReason={reason}
      >
        <Trans>Log in</Trans>
      </Button>
    </form>
  );
}
