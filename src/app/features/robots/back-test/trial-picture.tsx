import { Trans, useLingui } from '@lingui/react/macro';
import { ChartLine } from 'lucide-react';
import { memo } from 'react';
import type { Pair } from '../../../../protocol/market-data/entities/market.ts';
import type { BackTest } from '../../../../protocol/robots/maths/back-test/back-test.ts';
import type { StrategyName } from '../../../../protocol/robots/maths/strategy.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Chips } from '../../../ui/controls/Chips.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { LoadError, type LoadErrorProps } from '../../loading/load-error.tsx';
import { OfflineAge } from '../../loading/offline-age.tsx';
import css from './back-test.module.css';
import { Curve } from './curve.tsx';
import { gatheredShare, type Period, periods } from './minutes/queries.ts';
import { Basis, Facts, Parts, Result } from './result.tsx';

interface PictureProps {
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  /** When the minutes were gathered; null while there are none. */
  readonly at: number | null;
  readonly isFetching: boolean;
  /** The query of the minutes when it failed; the same object until something of it changes. */
  readonly failed: LoadErrorProps['query'] | null;
  readonly result: BackTest | null;
  readonly pair: Pair;
  readonly strategy: StrategyName;
  /** Several coins are tried together. */
  readonly isBasket: boolean;
  /** The exchange has too few candles of the pair. */
  readonly isEmpty: boolean;
}

/**
 * What the test came to, in figures and as a picture; what is missing keeps its place. It is drawn again for another test
 * only, not for every position of a slider or every price.
 */
export const Picture = memo(function Picture(props: PictureProps) {
  const { period, onPeriod, at, isFetching, result, pair, strategy, isBasket } = props;
  const { t } = useLingui();
  return (
    <>
      {at !== null && <OfflineAge at={at} />}
      {result === null ? (
        <div className={css['result']}>
          <Skeleton width="180px" height="54px" />
        </div>
      ) : (
        <Result result={result} base={pair.base} quote={pair.quote} isBasket={isBasket} />
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
          <Facts result={result} quote={pair.quote} isGrid={strategy.includes('grid')} />
          {isFetching ? <Gathering period={period} /> : <Basis result={result} strategy={strategy} />}
        </>
      )}
    </>
  );
});

/** How much of the period is here; what is here is tested already. */
function Gathering({ period }: Pick<PictureProps, 'period'>) {
  const { t } = useLingui();
  const percent = Math.floor(useObservable(gatheredShare) * 100);
  return <p className={css['basis']} aria-live="polite">{t`Fetching ${period} days, ${percent}%`}</p>;
}

/** In the frame of the picture: what is being fetched, or why there is none. */
function Missing({ period, isFetching, failed, isEmpty }: PictureProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  if (isFetching) return <Gathering period={period} />;
  if (failed !== null) {
    return isReachable ? (
      <LoadError query={failed} title={<Trans>The candles did not load</Trans>} />
    ) : (
      <EmptyState
        icon={ChartLine}
        title={<Trans>These days are not on this device</Trans>}
        text={<Trans>They are fetched once you are back online.</Trans>}
      />
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon={ChartLine}
        title={<Trans>Too few candles yet</Trans>}
        text={<Trans>A test needs at least two.</Trans>}
      />
    );
  }
  return <p aria-live="polite">{t`Testing…`}</p>;
}
