import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import type { RobotDay } from '#protocol/robots/entities/robots.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { dayOfText } from '#protocol/core/product-day.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { formatDay } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { OwnAmount, OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { percentOf } from '../live-robot.ts';
import { balanceQuery, incomeQuery, refreshRobots, robotsQuery } from '../queries.ts';
import { Bars } from './bars.tsx';
import { barsOf, sumOfDays } from './days.ts';
import css from './income.module.css';

/** What robots made day by day, of all or of one. @param robot its id; absent for all */
export function IncomeScreen({
  robot,
  onChoose,
}: {
  readonly robot: string | undefined;
  readonly onChoose: (id: string | null) => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const robots = useInfiniteQuery(robotsQuery('active'));
  const pages = useInfiniteQuery(incomeQuery(robot ?? null));
  const days = pages.data?.pages.flatMap((page) => page.list);
  const asset = pages.data?.pages[0]?.asset ?? 'USDT';
  const named = robots.data?.pages.flatMap((page) => page.list) ?? [];
  const all = 'all';
  return (
    <Page
      title={t`Robot income`}
      onRefresh={() => refreshRobots(client)}
      updating={pages.isFetching && days !== undefined && !pages.isFetchingNextPage}
    >
      {named.length > 0 && (
        <Chips
          label={t`Robot`}
          items={[{ id: all, label: t`All robots` }, ...named.map(({ id, name }) => ({ id, label: name }))]}
          value={robot ?? all}
          onChange={(id) => onChoose(id === all ? null : id)}
        />
      )}
      <OfflineAge at={pages.dataUpdatedAt} />
      {days === undefined && (
        <NotLoaded query={pages} title={<Trans>The income did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[180, 14], [170, 38], [230, 14], 200, 64]} />
        </NotLoaded>
      )}
      {days?.length === 0 && (
        <EmptyState
          icon={ChartNoAxesColumn}
          title={<Trans>No income yet</Trans>}
          text={<Trans>Each day that a robot runs gets a bar here.</Trans>}
        />
      )}
      {days !== undefined && days.length > 0 && (
        <Income
          key={robot ?? all}
          days={days}
          asset={asset}
          pages={pages}
          putIn={named.find(({ id }) => id === robot)?.putIn ?? null}
          ofAll={robot === undefined}
        />
      )}
    </Page>
  );
}

interface IncomeProps {
  /** Newest first. */
  readonly days: readonly RobotDay[];
  readonly asset: string;
  readonly pages: Parameters<typeof PagedList>[0]['pages'];
  /** What was put into the robot that is shown; null where it is not known. */
  readonly putIn: Decimal | null;
  readonly ofAll: boolean;
}

function Income({ days, asset, pages, putIn, ofAll }: IncomeProps) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(asset);
  const balance = useQuery({ ...balanceQuery, enabled: ofAll });
  const bars = barsOf(days);
  const shown = bars.flatMap(({ of }) => (of === null ? [] : [of]));
  const [picked, setPicked] = useState<string | null>(null);
  const newest = bars.at(-1)?.day ?? '';
  const chosen = picked !== null && bars.some(({ day }) => day === picked) ? picked : newest;
  const choose = (day: string) => {
    setPicked(day);
    document.getElementById(`day-${day}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <Sum days={shown} asset={asset} putIn={ofAll ? (balance.data?.putIn ?? null) : putIn} />
      <Bars bars={bars} chosen={chosen} onChoose={choose} decimals={decimals} />
      <Extremes days={shown} asset={asset} />
      <Section band title={<Trans>By day</Trans>}>
        <PagedList
          pages={pages}
          items={days}
          keyOf={({ day }) => day}
          rowHeight={60}
          leading={false}
          label={t`Income by day`}
          render={(day) => <DayRow day={day} decimals={decimals} chosen={day.day === chosen} />}
        />
      </Section>
    </>
  );
}

function Sum({ days, asset, putIn }: { readonly days: readonly RobotDay[] } & Pick<IncomeProps, 'asset' | 'putIn'>) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(asset);
  const isOld = !useReachable();
  const { income, up, down } = sumOfDays(days);
  const number = formatNumber(income, { decimals, sign: 'always' });
  const [first, last] = [days[0], days.at(-1)].map((day) => (day === undefined ? '' : formatDay(dayOfText(day.day))));
  const put = putIn === null ? '' : amountOf(putIn, asset, false);
  return (
    <section className={hero['hero']} aria-label={t`Income after fees`}>
      <div className={hero['label']}>
        <span>{first === last ? t`Income after fees, ${first}` : t`Income after fees, ${first} – ${last}`}</span>
        <OwnAmountsEye size="row" />
      </div>
      <HeroNumber number={number} old={isOld}>
        <OwnAmount>{number}</OwnAmount> <small>{asset}</small>
      </HeroNumber>
      <p className={hero['line']}>
        {putIn !== null && (
          <>
            <OwnAmount>{t`on ${put} put in`}</OwnAmount>
            {' · '}
            <ChangeText direction={directionOf(income, decimals)}>
              <b>
                <OwnAmount>{formatPercent(percentOf(income, putIn))}</OwnAmount>
              </b>
            </ChangeText>
            {' · '}
          </>
        )}
        {t`${up} up, ${down} down`}
      </p>
    </section>
  );
}

function Extremes({ days, asset }: { readonly days: readonly RobotDay[]; readonly asset: string }) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(asset);
  const { best, worst, fees } = sumOfDays(days);
  const dayOf = (day: RobotDay | null) => (day === null ? '' : formatDay(dayOfText(day.day)));
  const signed = (amount: Decimal) => (
    <ChangeText direction={directionOf(amount, decimals)}>
      <OwnAmount>{formatNumber(amount, { decimals, sign: 'always' })}</OwnAmount>
    </ChangeText>
  );
  return (
    <dl className={css['extremes']}>
      <div>
        <dt>{t`Best day, ${dayOf(best)}`}</dt>
        <dd>{signed(best?.income ?? '0')}</dd>
      </div>
      <div>
        <dt>{t`Worst day, ${dayOf(worst)}`}</dt>
        <dd>{signed(worst?.income ?? '0')}</dd>
      </div>
      <div>
        <dt>{t`Fees in this time`}</dt>
        <dd>
          <OwnAmount>{formatNumber(/[1-9]/.test(fees) ? `-${fees}` : fees, { decimals })}</OwnAmount>
        </dd>
      </div>
    </dl>
  );
}

interface DayRowProps {
  readonly day: RobotDay;
  readonly decimals: number;
  readonly chosen: boolean;
}

function DayRow({ day, decimals, chosen }: DayRowProps) {
  const { t } = useLingui();
  const name = formatDay(dayOfText(day.day));
  const fees = formatNumber(day.fees, { decimals });
  const trades = day.trades === 1 ? t`1 trade` : t`${day.trades} trades`;
  return (
    <div id={`day-${day.day}`} className={css['day']} data-chosen={chosen || undefined}>
      <ListRow
        height={60}
        title={
          <>
            {name} {!day.complete && <small className={css['soFar']}>{t`so far`}</small>}
          </>
        }
        sub={
          <>
            {trades} · {t`fees`} <OwnAmount>{fees}</OwnAmount>
          </>
        }
        value={
          <ChangeText direction={directionOf(day.income, decimals)}>
            <OwnAmount>{formatNumber(day.income, { decimals, sign: 'always' })}</OwnAmount>
          </ChangeText>
        }
      />
    </div>
  );
}
