import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { codes } from '../../../contract/codes.ts';
import { useObservable } from '../../platform/observable.ts';
import { pathAfterLogIn } from '../../platform/public-paths.ts';
import { useReachable } from '../../platform/reachability.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AccountFields } from './account-fields.tsx';
import { accountName, accountProblem } from './account-name.ts';
import { countdownText } from './countdown.ts';
import { chosenCountry } from './country-choice.ts';
import { accountDraft, logInDraft, useDraft, useForgottenOnLeave } from './drafts.ts';
import { useFormFailures } from './form-failures.ts';
import { useLogIn } from './mutations.ts';
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
  const reachable = useReachable();
  const [account] = useDraft(accountDraft);
  const [draft, change] = useDraft(logInDraft);
  const country = useObservable(chosenCountry);
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<Field>(form, fieldOfCode);
  const logIn = useLogIn();
  useForgottenOnLeave(logInDraft);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (logIn.isPending) return;
    const right = failures.check({
      account: accountProblem(account, country),
      password: draft.password === '' ? 'passwordMissing' : null,
    });
    if (!right) return;
    logIn.mutate(
      { account: accountName(account, country), password: draft.password },
      { onSuccess: () => router.history.replace(pathAfterLogIn(asked)), onError: failures.refuse },
    );
  };

  const left = countdownText(failures.waitSeconds);
  const reason = !reachable
    ? t`No connection. Log in when it is back.`
    : failures.waitSeconds > 0
      ? t`Too many attempts. Try again in ${left}.`
      : undefined;
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
      <Link to="/pages/forgetPwd/forgetPwd" className={styles['link']}>
        <Trans>Forgot password?</Trans>
      </Link>
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
