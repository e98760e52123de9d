import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Landmark, type LucideIcon, Pickaxe, Rocket, Users } from 'lucide-react';
import { addDecimals, compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { runningQuery } from '#app/features/fixed-terms/queries.ts';
import { ownListQueries } from '#app/features/launchpad/queries.ts';
import { alreadyQuery } from '#app/features/loans/queries.ts';
import { liveMiner } from '#app/features/mining/live-miner.ts';
import { ownQuery } from '#app/features/mining/queries.ts';
import { coinsQuery as rebatesQuery } from '#app/features/referrals/queries.ts';
import { useAmountText } from '../amount-text.ts';

/** Asked for once when the screen comes; without an answer there is no row. */
const once = { refetchInterval: false, meta: { quiet: true } } as const;
/** What a miner has earned is counted up to the minute. */
const minerStepMs = 60_000;

/**
 * What products hold of a user, a row each that leads on to it: fixed terms, miners, subscriptions, loans and rebates.
 * Nothing for those that hold nothing.
 */
export function HoldingRows() {
  return (
    <>
      <FixedRow />
      <MinersRow />
      <SubscriptionsRow />
      <LoansRow />
      <RebatesRow />
    </>
  );
}

interface CoinAmount {
  readonly asset: string;
  readonly amount: Decimal;
}

/** Amounts added up by coin, in the order they first come. */
function sumsOf(amounts: readonly CoinAmount[]): CoinAmount[] {
  const sums = new Map<string, Decimal>();
  for (const { asset, amount } of amounts) sums.set(asset, addDecimals(sums.get(asset) ?? '0', amount));
  return [...sums].map(([asset, amount]) => ({ asset, amount }));
}

interface HoldingRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly sub: string;
  readonly amounts: readonly CoinAmount[];
  readonly href: string;
}

/** The first coin's sum, and how many more coins there are. */
function HoldingRow({ icon, title, sub, amounts, href }: HoldingRowProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const hidden = useObservable(amountsHidden);
  const [first, ...more] = sumsOf(amounts);
  const count = more.length;
  return (
    <ListRow
      leading={<IconTile icon={icon} />}
      title={title}
      sub={sub}
      {...(first === undefined
        ? {}
        : { value: <Amount hidden={hidden}>{amountOf(first.amount, first.asset)}</Amount> })}
      {...(count === 0 ? {} : { valueSub: t`${plural(count, { one: 'and # more coin', other: 'and # more coins' })}` })}
      href={href}
    />
  );
}

function FixedRow() {
  const { t } = useLingui();
  const { data } = useQuery({ ...runningQuery, ...once });
  if (data === undefined || data.list.length === 0) return null;
  const count = data.counts['not-earned'];
  return (
    <HoldingRow
      icon={CalendarClock}
      title={t`Fixed terms`}
      sub={t`${plural(count, { one: '# running, principal locked', other: '# running, principal locked' })}`}
      amounts={data.list.map(({ asset, principal }) => ({ asset, amount: principal }))}
      href="#/pages/financial/records"
    />
  );
}

function MinersRow() {
  const { t } = useLingui();
  const now = useServerNow(minerStepMs);
  const { data } = useQuery({ ...ownQuery, ...once });
  if (data === undefined || data.list.length === 0) return null;
  const count = data.list.length;
  return (
    <HoldingRow
      icon={Pickaxe}
      title={t`Miners`}
      sub={t`${plural(count, { one: '# miner, income to collect', other: '# miners, income to collect' })}`}
      amounts={data.list.map((miner) => ({ asset: miner.asset, amount: liveMiner(miner, now).toCollect }))}
      href="#/pages/mstarch/mstarch"
    />
  );
}

function SubscriptionsRow() {
  const { t } = useLingui();
  const { data } = useQuery({ ...ownListQueries.running, ...once });
  if (data === undefined || data.list.length === 0) return null;
  return (
    <HoldingRow
      icon={Rocket}
      title={t`Subscriptions`}
      sub={t`Committed, held until they close`}
      amounts={data.list.map(({ project, committed }) => ({ asset: project.quote, amount: committed }))}
      href="#/pages/purchase/purchase"
    />
  );
}

function RebatesRow() {
  const { t } = useLingui();
  const { data } = useQuery({ ...rebatesQuery, ...once });
  const held = data?.list.filter((coin) => compareDecimals(coin.held, '0') > 0) ?? [];
  if (held.length === 0) return null;
  return (
    <HoldingRow
      icon={Users}
      title={t`Rebates`}
      sub={t`To be moved to your spot wallet`}
      amounts={held.map((coin) => ({ asset: coin.asset, amount: coin.held }))}
      href="#/pages/member/member"
    />
  );
}

/** What is owed of loans and whose collateral is locked; leads to them. Nothing where there are none. */
function LoansRow() {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const { data } = useQuery({ ...alreadyQuery, meta: { quiet: true } });
  if (data === undefined || (data.loans === 0 && compareDecimals(data.underReview, '0') === 0)) return null;
  return (
    <ListRow
      leading={<IconTile icon={Landmark} />}
      title={t`Loans`}
      sub={t`Owed, with collateral locked`}
      value={<Amount hidden={hidden}>{`${formatAmount(data.owed)} ${data.asset}`}</Amount>}
      href="#/pages/Apply/loanApply"
    />
  );
}
