import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { logInPath } from '#app/platform/session/public-paths.ts';
import { session } from '#app/platform/session/session.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { usePracticeAccount } from '../account/practice-account.ts';
import { HomeFrame } from './home-frame.tsx';
import css from './home-screen.module.css';
import { MessageLine } from './message-line.tsx';
import { signedInCode } from './signed-in-code.ts';

/** Visitors come with nothing on their device, so nothing of this is in their first load. */
const SignedInHome = lazy(signedInCode);

/** Content below the entry buttons loads after them. */
const VisitorBelow = lazy(() => import('./visitor-below.tsx'));

/** Home, for visitors and for who is signed in. */
export function HomeScreen() {
  if (useObservable(session) === null) return <VisitorHome />;
  return (
    <Suspense
      fallback={
        <HomeFrame>
          <div aria-busy />
        </HomeFrame>
      }
    >
      <SignedInHome />
    </Suspense>
  );
}

/** Home for visitors: what this is, the ways in, and the market as it runs. */
function VisitorHome() {
  const { t } = useLingui();
  return (
    <HomeFrame actions={<IconButton icon={Globe} label={t`Language`} href="#/pages/mine/lang" />}>
      <div className={css['welcome']}>
        <p className={css['promise']}>
          <Trans>The exchange that fits in a phone</Trans>
        </p>
        <p className={css['value']}>
          <Trans>Live prices, spot trading and your assets, even without a connection.</Trans>
        </p>
        <WaysIn />
      </div>
      <MessageLine />
      <Suspense fallback={<Below />}>
        <VisitorBelow />
      </Suspense>
    </HomeFrame>
  );
}

/** As high as the carousel and the pairs will be. */
function Below() {
  return (
    <div className={css['below']}>
      <Skeleton height="120px" />
    </div>
  );
}

/** Where a practice account begins: trading is what practice is for. */
const practicePath = '/pages/trade/trade';
const logInHref = `#${logInPath}`;
const registerHref = '#/register';

/** The ways in. Until it is known whether money is real here, the first one keeps its place. */
function WaysIn() {
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
