import { Trans, useLingui } from '@lingui/react/macro';
import { ChartLine } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { LoadError, type LoadErrorProps } from '#app/features/loading/load-error.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import css from './back-test.module.css';
import { createCurvePlot, type CurvePlot } from './curve-plot.ts';
import { gatheredShare, type Period, periods } from './minutes/queries.ts';
import { daysOf, percentText } from './result-text.ts';
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

/** The course of a test beside just holding, and below it how far it fell; both parts are named over it. */
function Curve({ result }: { readonly result: BackTest }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<CurvePlot>(null);
  useEffect(() => {
    if (box.current === null) return;
    const made = createCurvePlot(box.current);
    plot.current = made;
    return () => made.destroy();
  }, []);
  const { all, tuned } = daysOf(result);
  const [robot, holding, fall] = [result.change, result.holding, -result.drawdown].map(percentText);
  const after = tuned + 1;
  const label = t`Robot ${robot ?? ''}, buy and hold ${holding ?? ''}, max drawdown ${fall ?? ''}`;
  useEffect(() => plot.current?.show(result, label), [result, label]);
  return (
    <figure className={css['picture']}>
      <figcaption className={css['parts']} aria-hidden>
        <span>{t`Days 1 to ${tuned}`}</span>
        <span>{all > tuned ? t`Unseen, ${after} to ${all}` : t`Unseen`}</span>
      </figcaption>
      <div className={css['course']}>
        <div ref={box} className={css['plot']} />
        <p className={css['fall']} aria-hidden>
          <span>{t`Drawdown`}</span>
          <b>{percentText(-result.drawdown, 1)}</b>
        </p>
      </div>
      <p className={css['dates']} aria-hidden>
        <span>{formatTime(result.from, 'day')}</span>
        <span>{formatTime(result.unseenAt, 'day')}</span>
        <span>{formatTime(result.to, 'day')}</span>
      </p>
    </figure>
  );
}
