import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleQuestionMark, ReceiptText } from 'lucide-react';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { Page } from '#app/ui/layout/Page.tsx';
import { TransferInPlace } from '../transfers/in-place.tsx';
import { OwnRobots } from './own-robots.tsx';
import { Products } from './products.tsx';
import { balanceQuery, refreshTab, useRefreshOnChange } from './queries.ts';
import css from './robots-screen.module.css';

const articleHref = '#/pages/home/newsDetail?key=help%2Frobots';

/** The tab of robots: what own ones are worth, then what could be started with its record; the latter alone for visitors. */
export function RobotsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const isSignedIn = useObservable(session) !== null;
  useRefreshOnChange(null);
  const balance = useQuery({ ...balanceQuery, enabled: isSignedIn });
  return (
    <Page
      root
      title={t`Robots`}
      actions={
        <>
          {isSignedIn && (
            <IconButton
              icon={ReceiptText}
              label={t`Ended robots`}
              href="#/pages/AI_quantification/AI_quantification?show=ended"
            />
          )}
          <IconButton icon={CircleQuestionMark} label={t`How it works`} href={articleHref} />
        </>
      }
      onRefresh={() => refreshTab(client)}
      updating={balance.isFetching && balance.data !== undefined && !balance.isRefetching}
    >
      {isSignedIn ? <OwnRobots balance={balance} /> : <VisitorHero />}
      <Products band={isSignedIn} />
      <TransferInPlace />
    </Page>
  );
}

const logInHref = '#/pages/login/login?to=%2Fpages%2FAI_quantification%2FAI_quantification';

/** For those without an account: what a robot is, and the way in. */
function VisitorHero() {
  return (
    <section className={hero['hero']}>
      <p className={hero['nothing']}>
        <Trans>Robots that really trade</Trans>
      </p>
      <p className={hero['line']}>
        <Trans>
          A robot follows one strategy and places real orders in the book. Its income is its realized profit, and you
          can back-test it before you risk any coins.
        </Trans>
      </p>
      <div className={css['action']}>
        <Button kind="primary" href={logInHref}>
          <Trans>Log in to start one</Trans>
        </Button>
      </div>
    </section>
  );
}
