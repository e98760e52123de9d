import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Bot, ArrowLeftRight, Wallet } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { type Decimal, addDecimals } from '#protocol/core/decimal.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useSampledTickers } from '../assets/overview/sampled-tickers.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { changeAt, percentOf } from './live-robot.ts';
import { type Shown, robotsQuery } from './queries.ts';
import { RobotRow } from './robot-row.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { openTransferTo } from '../transfers/in-place.tsx';
import css from './own-robots.module.css';

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

/** The coin that totals are in. */
const totalsIn = 'USDT';

interface RobotsHeroProps {
  readonly balance: CallOutput<'GET quant/balance'>;
  /** How much more the robots are worth at the prices of now than the exchange counted. */
  readonly change: Decimal;
  readonly old: boolean;
}

/** What all robots are worth and have made, and what is free to start another. */
function RobotsHero({ balance, change, old }: RobotsHeroProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(totalsIn);
  const value = addDecimals(balance.value, change);
  const profit = addDecimals(balance.profit, change);
  const today = addDecimals(balance.today, change);
  const number = amountOf(value, totalsIn, false);
  const signed = (amount: Decimal) => formatNumber(amount, { decimals, sign: 'always' });
  const count = formatNumber(`${balance.robots}`);
  return (
    <>
      <section className={hero['hero']} aria-label={t`Value in robots`}>
        <div className={hero['label']}>
          <span>{balance.robots === 1 ? t`Value in 1 robot` : t`Value in ${count} robots`}</span>
          <OwnAmountsEye size="row" />
        </div>
        <HeroNumber number={number} old={old}>
          <OwnAmount>{number}</OwnAmount> <small>{totalsIn}</small>
        </HeroNumber>
        <p className={hero['line']}>
          <ChangeText direction={directionOf(profit, decimals)}>
            <b>
              <OwnAmount>{`${signed(profit)} (${formatPercent(percentOf(profit, balance.putIn))})`}</OwnAmount>
            </b>
          </ChangeText>{' '}
          <Trans>after fees · today</Trans>{' '}
          <ChangeText direction={directionOf(today, decimals)}>
            <b>
              <OwnAmount>{signed(today)}</OwnAmount>
            </b>
          </ChangeText>
        </p>
      </section>
      <FreeCard wallet={balance.wallet} />
    </>
  );
}

/** What is free in the robots' wallet, and the way to move money in or out without leaving. */
function FreeCard({ wallet }: Pick<RobotsHeroProps['balance'], 'wallet'>) {
  const amountOf = useAmountText();
  const free = wallet.find(({ asset }) => asset === totalsIn)?.available ?? '0';
  const others = wallet.filter(({ asset, available }) => asset !== totalsIn && /[1-9]/.test(available));
  return (
    <div className={css['free']}>
      <a className={css['wallet']} href="#/pages/assets/tradeAccount?wallet=quant">
        <span className={css['tile']}>
          <Icon of={Wallet} size="row" />
        </span>
        <span className={css['words']}>
          <span className={css['label']}>
            <Trans>Free in robots’ wallet</Trans>
          </span>
          <span className={css['amount']}>
            <OwnAmount>{amountOf(free, totalsIn)}</OwnAmount>
          </span>
          {others.map(({ asset, available }) => (
            <span key={asset} className={css['label']}>
              <OwnAmount>{amountOf(available, asset)}</OwnAmount>
            </span>
          ))}
        </span>
      </a>
      <Button
        size="s"
        icon={<Icon of={ArrowLeftRight} size="inline" />}
        aria-haspopup="dialog"
        onClick={() => openTransferTo('quant')}
      >
        <Trans>Transfer</Trans>
      </Button>
    </div>
  );
}

/** In the place of the hero and the wallet. */
function HeroWaiting() {
  return <ScreenSkeleton blocks={[[120, 14], [190, 38], [230, 14], 64]} />;
}
