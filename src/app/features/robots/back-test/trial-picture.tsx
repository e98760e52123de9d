import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import type { Pair } from '../../../../protocol/entities/market.ts';
import type { BackTest } from '../../../../protocol/maths/robots/back-test/back-test.ts';
import type { StrategyName } from '../../../../protocol/maths/robots/strategy.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Chips } from '../../../ui/controls/Chips.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { LoadError } from '../../loading/load-error.tsx';
import { OfflineAge } from '../../loading/offline-age.tsx';
import css from './back-test.module.css';
import { Curve } from './curve.tsx';
import { type CandlePlan, type Period, periods } from './plan.ts';
import { fetchedCandles, type PastCandles } from './queries.ts';
import { Basis, Facts, Parts, Result } from './result.tsx';

export interface PictureProps {
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly plan: CandlePlan;
  readonly candles: UseQueryResult<PastCandles>;
  readonly result: BackTest | null;
  readonly pair: Pair;
  readonly strategy: StrategyName;
  /** The exchange has too few candles of the pair. */
  readonly isEmpty: boolean;
}

/** What the test came to, in figures and as a picture; what is missing keeps its place. */
export function Picture(props: PictureProps) {
  const { period, onPeriod, plan, candles, result, pair, strategy } = props;
  const { t } = useLingui();
  return (
    <>
      {candles.data !== undefined && <OfflineAge at={candles.data.at} />}
      {result === null ? (
        <div className={css['result']}>
          <Skeleton width="180px" height="54px" />
        </div>
      ) : (
        <Result result={result} base={pair.base} quote={pair.quote} />
      )}
      <div className={css['choice']}>
        <Chips
          label={t`Period`}
          items={periods.map((days) => ({ id: days, label: t`${days} d` }))}
          value={period}
          onChange={onPeriod}
        />
        <p className={css['legend']} aria-hidden>
          <span>{t({ message: 'Robot', context: 'legend' })}</span>
          <span>{t({ message: 'Holding', context: 'legend' })}</span>
        </p>
      </div>
      {result === null ? (
        <div className={css['frame']}>
          <Missing {...props} />
        </div>
      ) : (
        <>
          <Curve result={result} />
          <Parts result={result} />
          <Facts result={result} quote={pair.quote} isGrid={strategy === 'grid'} />
          <Basis result={result} step={plan.step} />
        </>
      )}
    </>
  );
}

/** In the frame of the picture: what is being fetched, or why there is none. */
function Missing({ period, plan, candles, isEmpty }: PictureProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  const here = useObservable(fetchedCandles);
  if (isEmpty) {
    return (
      <EmptyState
        icon={ChartLine}
        title={<Trans>Too few candles yet</Trans>}
        text={<Trans>A test needs at least two.</Trans>}
      />
    );
  }
  if (candles.isError) {
    return isReachable ? (
      <LoadError query={candles} title={<Trans>The candles did not load</Trans>} />
    ) : (
      <EmptyState
        icon={ChartLine}
        title={<Trans>These days are not on this device</Trans>}
        text={<Trans>They are fetched once you are back online.</Trans>}
      />
    );
  }
  const percent = Math.min(100, Math.round((here * 100) / plan.count));
  return <p aria-live="polite">{candles.isFetching ? t`Fetching ${period} days, ${percent}%` : t`Testing…`}</p>;
}
