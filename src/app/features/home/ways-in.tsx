import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { logInPath } from '../../platform/session/public-paths.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { usePracticeAccount } from '../account/practice-account.ts';
import css from './ways-in.module.css';

/** Where a practice account begins: trading is what practice is for. */
const practicePath = '/pages/trade/trade';
const logInHref = `#${logInPath}`;
const registerHref = '#/register';

/** The ways in. Until it is known whether money is real here, the first one keeps its place. */
export function WaysIn() {
  const practice = usePracticeMode();
  return (
    <div className={css['ways']}>
      {practice === null && <Skeleton height="52px" />}
      {practice === true && <PracticeButton />}
      {practice === false && (
        <Button kind="primary" size="l" href={registerHref}>
          <Trans>Register</Trans>
        </Button>
      )}
      <div className={css['pair']}>
        <Button href={logInHref}>
          <Trans>Log in</Trans>
        </Button>
        {practice !== false && (
          <Button href={registerHref}>
            <Trans>Register</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** One tap makes a funded practice account, signs in with it, and leads to the trade screen. */
function PracticeButton() {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const account = usePracticeAccount();
  const failure = useFailureText(account.error);
  const start = async () => {
    try {
      // This screen gives way at sign-in, and with it go the callbacks of `mutate`.
      await account.mutateAsync();
      router.history.push(practicePath);
    } catch {
      // Shown below the button.
    }
  };
  return (
    <>
      <Button
        kind="primary"
        size="l"
        busy={account.isPending}
        busyLabel={t`Opening…`}
        disabledReason={reachable ? undefined : t`No connection. Try again when you are back online.`}
        onClick={() => void start()}
      >
        <Trans>Try with a practice account</Trans>
      </Button>
      {failure !== null && (
        <Banner inset tone="danger" live>
          {failure}
        </Banner>
      )}
    </>
  );
}
