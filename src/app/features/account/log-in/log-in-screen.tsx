import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { Globe, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { codes } from '#protocol/core/codes.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { ownHomePath } from '#app/platform/device/back.ts';
import { language } from '#app/platform/language/language.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Logo } from '#app/ui/logo.tsx';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { PasskeyEntry } from '#app/features/passkeys/passkey-entry.tsx';
import { usePracticeAccount } from '../practice-account.ts';
import styles from '../account.module.css';
import { secondFactorProblem } from './validation.ts';
import { AccountFields } from './account-fields.tsx';
import { useAccountForm } from './account-form.ts';
import { type LogInDraft, logInDraft } from './drafts.ts';
import { useLogIn } from '../mutations.ts';
import { useSendReason } from '../codes/send-reason.ts';
import { AuthenticatorCodeField } from '../codes/authenticator-code-field.tsx';
import { FormFrame } from '../form-frame.tsx';
import { PasswordField } from '../password-field.tsx';

function LanguageLink() {
  const { t } = useLingui();
  const { name, tag } = locales[useObservable(language)];
  return (
    <Link to="/pages/mine/lang" className={styles['language']} aria-label={`${t`Language`}: ${name}`}>
      <Icon of={Globe} size="row" />
      <span lang={tag}>{name}</span>
    </Link>
  );
}

/** Log in, by email or phone; in practice mode also with one tap. Then on to the page that was asked for. */
export function LogInScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const asked = useSearch({ strict: false, select: (search) => search.to });
  const practice = usePracticeMode();
  const { host } = location;
  // Back could be the page that led here, which would only lead here again.
  const leave = () => router.history.replace(ownHomePath());
  return (
    <Page title={t`Log in`} lead={null} leave="close" onLeave={leave} actions={<LanguageLink />}>
      <div className={styles['welcome']}>
        <span className={styles['mark']}>
          <Logo size={36} />
        </span>
        <p className={styles['greeting']}>
          <Trans>Welcome back</Trans>
        </p>
        <p className={styles['lede']}>
          <Trans>Log in to trade and follow your orders.</Trans>
        </p>
      </div>
      <LogInForm asked={asked} />
      {practice === true && <PracticeEntry asked={asked} />}
      <p className={styles['other']}>
        <Trans>New to Dunlin?</Trans>
        <Link to="/register" search={asked === undefined ? {} : { to: asked }} className={styles['link']}>
          <Trans>Create an account</Trans>
        </Link>
      </p>
      <p className={styles['host']}>
        <Icon of={LockKeyhole} size="note" />
        <span>
          <Trans>
            Check that the address bar shows <strong>{host}</strong>
          </Trans>
        </span>
      </p>
    </Page>
  );
}

/** Default start page of a new user: trading is what practice is for. */
const firstPath = '/pages/trade/trade';

/** One tap makes a funded practice account and signs in with it. */
function PracticeEntry({ asked }: { asked: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const practice = usePracticeAccount();
  const failure = useFailureText(practice.error);
  const start = () =>
    practice.mutate(undefined, {
      onSuccess: () => router.history.replace(asked === undefined ? firstPath : pathAfterLogIn(asked)),
    });
  return (
    <Stack gap={4}>
      <p className={styles['or']}>
        <Trans>or</Trans>
      </p>
      {failure !== null && (
        <Banner inset tone="danger" live>
          {failure}
        </Banner>
      )}
      <Button
        kind="outline"
        size="l"
        detail={t`Practice money, no details needed`}
        busy={practice.isPending}
        busyLabel={t`Opening…`}
        disabledReason={reachable ? undefined : t`No connection. Try again when you are back online.`}
        onClick={start}
      >
        <Trans>Try with a practice account</Trans>
      </Button>
    </Stack>
  );
}

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
function LogInForm({ asked }: { asked: string | undefined }) {
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
