import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { PasskeyEntry } from '#app/features/passkeys/passkey-entry.tsx';
import { secondFactorProblem } from './validation.ts';
import { AccountFields } from './account-fields.tsx';
import { useAccountForm } from './account-form.ts';
import { type LogInDraft, logInDraft } from './drafts.ts';
import { useLogIn } from '../mutations.ts';
import { useSendReason } from '../codes/send-reason.ts';
import styles from '../account.module.css';
import { AuthenticatorCodeField } from '../codes/authenticator-code-field.tsx';
import { FormFrame } from '../form-frame.tsx';
import { PasswordField } from '../password-field.tsx';

type Field = 'account' | 'password' | 'code';

const fieldOfCode = {
  [codes.enterAccount]: 'account',
  [codes.enterPassword]: 'password',
  [codes.accountOrPasswordWrong]: 'password',
  [codes.enterCode]: 'code',
  [codes.codeWrong]: 'code',
} as const;

/** What is filled in, what is wrong with it, and its sending. @param asked where a log-in leads */
function useLogInForm(asked: string | undefined) {
  const router = useRouter();
  const fields = useAccountForm<LogInDraft, Field>(logInDraft, fieldOfCode);
  const { failures, draft, account, accountProblem } = fields;
  const logIn = useLogIn();
  // Asked for only where the account has an authenticator, which the exchange only reports after a correct password.
  const [code, setCode] = useState<string | null>(null);
  const refuse = (error: unknown) => {
    if (error instanceof ApiRefusal && error.code === codes.enterCode && code === null) setCode('');
    else failures.refuse(error);
  };

  const submit = () => {
    const right = failures.check({
      account: accountProblem,
      password: draft.password === '' ? 'passwordMissing' : null,
      code: code === null ? null : secondFactorProblem(code),
    });
    if (!right) return;
    logIn.mutate(
      { account, password: draft.password, ...(code === null ? {} : { code: code.trim() }) },
      { onSuccess: () => router.history.replace(pathAfterLogIn(asked)), onError: refuse },
    );
  };
  return { ...fields, code, setCode, busy: logIn.isPending, submit };
}

/** Account and password. */
export function LogInForm({ asked }: { asked: string | undefined }) {
  const { t } = useLingui();
  const { form, failures, draft, change, code, setCode, busy, submit } = useLogInForm(asked);
  const reason = useSendReason(t`No connection. Log in when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={<Trans>Log in</Trans>}
      busy={busy}
      busyLabel={t`Logging in…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <AccountFields error={failures.of('account')} onTouched={() => failures.touch('account')} />
      <PasswordField
        label={t`Password`}
        name="password"
        enterKey="go"
        value={draft.password}
        error={failures.of('password')}
        onChange={(password) => {
          change({ password });
          failures.touch('password');
        }}
      />
      {code !== null && (
        <AuthenticatorCodeField
          label={t`Authenticator code`}
          hint={t`If you do not have your phone, enter a recovery code.`}
          value={code}
          error={failures.of('code')}
          enterKey="go"
          onChange={(text) => {
            setCode(text);
            failures.touch('code');
          }}
        />
      )}
      <div className={styles['ways']}>
        <Link to="/pages/forgetPwd/forgetPwd" className={styles['link']}>
          <Trans>Forgot password?</Trans>
        </Link>
        <PasskeyEntry asked={asked} />
      </div>
    </FormFrame>
  );
}
