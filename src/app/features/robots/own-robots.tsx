import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { useSampledTickers } from '../assets/overview/sampled-tickers.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { changeAt } from './live-robot.ts';
import { type Shown, robotsQuery } from './queries.ts';
import { RobotRow } from './robot-row.tsx';
import { HeroWaiting, RobotsHero, totalsIn } from './robots-hero.tsx';

interface OwnRobotsProps {
  readonly balance: UseQueryResult<CallOutput<'GET quant/balance'>>;
}

/** Prices of now, by pair, read every two seconds; none without a network, so that what is old stays as it was answered. */
function useLastPrices(): { readonly lastOf: (pair: string) => Decimal | null; readonly old: boolean } {
  const tickers = useSampledTickers();
  const isReachable = useReachable();
  const isLate = useStale('tickers');
  return {
    lastOf: (pair) => (isReachable ? (tickers?.get(pair)?.last ?? null) : null),
    old: !isReachable || isLate,
  };
}

/** What own robots are worth together, and each of them. */
export function OwnRobots({ balance }: OwnRobotsProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(robotsQuery('active'));
  const list = pages.data?.pages.flatMap((page) => page.list);
  const now = pages.data?.pages[0]?.at ?? 0;
  const { lastOf, old } = useLastPrices();
  return (
    <>
      <OfflineAge at={balance.dataUpdatedAt} />
      {balance.data !== undefined ? (
        <RobotsHero balance={balance.data} change={changeAt(list ?? [], totalsIn, lastOf)} old={old} />
      ) : (
        <NotLoaded query={balance} title={<Trans>The value of your robots did not load</Trans>} coins>
          <HeroWaiting />
        </NotLoaded>
      )}
      <Section
        title={<Trans context="robots">Yours</Trans>}
        action={
          <TextLink href="#/pages/AI_quantification/quantification_income">
            <Trans>Income per day</Trans>
          </TextLink>
        }
      >
        {list === undefined && (
          <NotLoaded query={pages} title={<Trans>Your robots did not load</Trans>} coins rows={3} height={60} />
        )}
        {list?.length === 0 && <NoRobots />}
        {list !== undefined && list.length > 0 && (
          <PagedList
            pages={pages}
            items={list}
            keyOf={({ id }) => id}
            rowHeight={60}
            label={t`Your robots`}
            render={(robot) => <RobotRow robot={robot} last={lastOf(robot.pair)} now={now} old={old} />}
          />
        )}
      </Section>
    </>
  );
}

/** In place of own robots. */
export function NoRobots({ show = 'active' }: { readonly show?: Shown }) {
  if (show === 'ended') {
    return (
      <EmptyState
        icon={Bot}
        title={<Trans>No robot has ended</Trans>}
        text={<Trans>Robots that you redeem, or that reach a bound, appear here.</Trans>}
      />
    );
  }
  return (
    <EmptyState
      icon={Bot}
      title={<Trans>No robot yet</Trans>}
      text={<Trans>Try one on past prices</Trans>}
      action={
        <Button wide={false} href="#/pages/AI_quantification/quantification_details?strategy=grid&pair=BTCUSDT">
          <Trans>Try a grid</Trans>
        </Button>
      }
    />
  );
}
