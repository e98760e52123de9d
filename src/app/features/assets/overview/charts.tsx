import { useLingui, Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartLine, EyeOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ValuePoint } from '#protocol/wallets/entities/movement.ts';
import { formatNumber, directionOf, formatAmount, formatPercent } from '#app/platform/format/number-format.ts';
import { AllocationRing, allocationColour, allocationSliceLimit } from '#app/ui/numbers/Rings.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { type CoinValue, allocate, type Slice, changeSince, valuationAsset } from '../valuation.ts';
import css from './charts.module.css';
import { historyQuery, type HistoryDays } from '../queries.ts';
import graph from './value-graph.module.css';
import { ValueGraph } from './value-graph.tsx';

/** The charts of what is held: its value over time, and its shares. In a chunk of its own, loaded when unfolded. */
export default function Charts({ coins }: { coins: readonly CoinValue[] }) {
  return (
    <div className={css['charts']}>
      <ValueCard />
      <AllocationCard coins={coins} />
    </div>
  );
}

function percentText({ percent }: Slice): string {
  return `${formatNumber(percent, { decimals: 1 })}%`;
}

/** How what is held is spread over coins: a ring, and the list that carries the figures. Shares are never hidden. */
function AllocationCard({ coins }: { coins: readonly CoinValue[] }) {
  const { t } = useLingui();
  const slices = allocate(coins, allocationSliceLimit);
  const [largest] = slices;
  if (largest === undefined) return null;
  const nameOf = ({ asset }: Slice) => asset ?? t`Other`;
  return (
    <Card>
      <div className={css['card']}>
        <AllocationRing slices={slices.map(({ asset, share }) => ({ id: asset ?? 'other', share }))}>
          <span className={css['share']}>{percentText(largest)}</span>
          <span className={css['name']}>{nameOf(largest)}</span>
        </AllocationRing>
        <ul className={css['list']} aria-label={t`Allocation`}>
          {slices.map((slice, index) => (
            <li key={slice.asset ?? 'other'} className={css['row']}>
              <span className={css['dot']} style={{ background: allocationColour(index) }} />
              <span className={css['coin']}>{nameOf(slice)}</span>
              <span className={css['percent']}>{percentText(slice)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** What all wallets were worth over the last days, from the ledger. */
function ValueCard() {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const [days, setDays] = useState<HistoryDays>('30');
  const query = useQuery({ ...historyQuery(days), placeholderData: keepPreviousData });
  const history = query.data?.history ?? null;
  const ranges = [
    { id: '7', label: t`7 days` },
    { id: '30', label: t`30 days` },
    { id: '90', label: t`90 days` },
  ] as const;
  return (
    <Card>
      <section className={graph['card']} aria-label={t`Value over time`} aria-busy={query.isFetching || undefined}>
        {hidden ? (
          <Nothing icon={EyeOff}>
            <Trans>Amounts are hidden.</Trans>
          </Nothing>
        ) : history === null ? (
          <NotYet error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : history.length < 2 || history.every(({ total }) => Number(total) === 0) ? (
          <Nothing icon={ChartLine}>
            <Trans>The chart starts a few minutes after your first coins arrive.</Trans>
          </Nothing>
        ) : (
          <Drawn history={history} asOf={query.dataUpdatedAt} />
        )}
        <Segmented label={t`Range`} items={ranges} value={days} onChange={setDays} />
      </section>
    </Card>
  );
}

function Drawn({ history, asOf }: { history: readonly ValuePoint[]; asOf: number }) {
  const reachable = useReachable();
  const [picked, setPicked] = useState<number | null>(null);
  // Another range may be shorter than the place of the cursor.
  const chosen = picked !== null && picked < history.length ? picked : null;
  const first = history[0];
  const shown = history[chosen ?? history.length - 1];
  if (first === undefined || shown === undefined) return null;
  const flows = shown.flows;
  const change = changeSince(shown.total, first.total, flows);
  const direction = change === null ? 0 : directionOf(change.amount);
  const gain = change === null ? '' : formatNumber(change.amount, { decimals: 2, sign: 'always' });
  const share = change?.percent == null ? '' : ` (${formatPercent(change.percent)})`;
  const from = formatTime(first.at, 'day');
  const flow = `${formatNumber(flows, { decimals: 2, sign: 'always' })} ${valuationAsset}`;
  return (
    <>
      <div className={graph['reading']}>
        <span className={graph['value']}>
          {formatAmount(shown.total)} {valuationAsset}
        </span>
        <span className={graph['when']}>
          {chosen === null && !reachable ? (
            <StaleTag>
              <Trans>as of {formatTime(asOf, 'time')}</Trans>
            </StaleTag>
          ) : (
            formatTime(shown.at, 'dayTime')
          )}
        </span>
        <ChangeText direction={direction}>
          <Trans>
            {gain}
            {share} since {from}
          </Trans>
        </ChangeText>
        <span className={graph['flows']}>
          {directionOf(flows, 2) === 0 ? (
            <Trans>Deposits and withdrawals do not count as profit or loss.</Trans>
          ) : (
            <Trans>Deposits less withdrawals: {flow}, not counted as profit.</Trans>
          )}
        </span>
      </div>
      <Summary history={history} />
      <ValueGraph
        history={history}
        direction={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}
        chosen={chosen}
        onChoose={setPicked}
      />
    </>
  );
}

/** Text alternative of the picture, for screen readers. */
function Summary({ history }: { history: readonly ValuePoint[] }) {
  const values = history.map(({ total }) => Number(total));
  const text = (point: ValuePoint | undefined) =>
    point === undefined ? '' : `${formatAmount(point.total)} ${valuationAsset}, ${formatTime(point.at, 'dateTime')}`;
  const [first, last] = [text(history[0]), text(history.at(-1))];
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => text(history[values.indexOf(value)]));
  return (
    <VisuallyHidden>
      <Trans>
        From {first} to {last}. Lowest: {low}. Highest: {high}.
      </Trans>
    </VisuallyHidden>
  );
}

function Nothing({ icon, children }: { icon: typeof EyeOff; children: ReactNode }) {
  return (
    <div className={graph['nothing']}>
      <Icon of={icon} size="row" />
      <p>{children}</p>
    </div>
  );
}

function NotYet({ error, retrying, onRetry }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const failure = useFailureText(error);
  if (error === null) {
    return (
      <div className={graph['nothing']}>
        <Skeleton height="150px" />
      </div>
    );
  }
  return (
    <div className={graph['nothing']}>
      <p>
        <Trans>The history did not load.</Trans> {failure}
      </p>
      <Button kind="text" size="s" busy={retrying} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
