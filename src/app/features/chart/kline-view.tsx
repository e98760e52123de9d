import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronsRight, LineChart } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { type ChartFormat, createChartFormat } from '#app/chart/chart-format.ts';
import { createKlineChart } from '#app/chart/kline/kline-chart.ts';
import type { CandleReading, ChartMarker, KlineChart } from '#app/chart/kline/kline-options.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { localMs, timeZone } from '#app/platform/format/time-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { type CandleFeed, type FeedState, klineTopic, startCandleFeed } from './candle-feed.ts';
import type { ChartChoice } from './chart-choice.ts';
import { type ChartedPair, titleOf } from './charted-pair.ts';
import css from './kline-view.module.css';
import { useOwnMarkers } from './own-trades.ts';
import { streamCandleSource } from './stream-candle-source.ts';

/** The chart's figures in the reader's language, in the zone in force. */
export function useChartFormat(priceDecimals: number): ChartFormat {
  const locale = useObservable(language);
  const { hoursAt } = useObservable(timeZone);
  return useMemo(
    () => createChartFormat({ locale: locales[locale].intl, priceDecimals, toLocal: (atMs) => localMs(atMs, hoursAt) }),
    [locale, priceDecimals, hoursAt],
  );
}

interface KlineViewProps {
  readonly pair: ChartedPair;
  readonly choice: ChartChoice;
  /** A part of its screen, all of it, or low above other things. */
  readonly size: 'frame' | 'full' | 'low';
  /** What was bought and sold, in place of the own orders and positions of the pair. */
  readonly markers?: readonly ChartMarker[];
  /** What lies over the candles. */
  readonly renderOver?: (chart: KlineChart) => ReactNode;
}

/** The K-line of a pair: candles from the exchange, drawn by uPlot; ticks never render React. */
export const KlineView = memo(function KlineView(props: KlineViewProps) {
  const { pair, choice, size, renderOver } = props;
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<KlineChart | null>(null);
  const { feed, state } = useFeed(chart, pair.id, choice.interval);
  const [away, setAway] = useState(false);
  const format = useChartFormat(pair.priceDecimals);
  const stale = useStale(klineTopic(pair.id, choice.interval));
  const title = titleOf(pair);
  const describe = useDescription(format);
  /** What the chart asks for while it lives; it is made once and must see the newest words. */
  const latest = useRef({ describe });
  useEffect(() => {
    latest.current = { describe };
  });
  const locale = useObservable(language);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = createKlineChart(element, {
      kind: choice.kind,
      interval: choice.interval,
      indicators: choice.indicators,
      format,
      priceDecimals: pair.priceDecimals,
      label: t`Price chart of ${title}. Arrow keys read single candles, plus and minus zoom.`,
      describe: (reading) => latest.current.describe(reading),
      now: serverNow,
      onAway: setAway,
      onNeedOlder: (beforeMs) => feed.current?.older(beforeMs) ?? Promise.resolve(),
    });
    setChart(made);
    return () => {
      made.destroy();
      setChart(null);
      setAway(false);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the chart is made again for another pair or language; every other choice is passed to it by the effects below
  }, [pair.id, locale]);
  useEffect(() => chart?.setKind(choice.kind), [chart, choice.kind]);
  useEffect(() => chart?.setIndicators(choice.indicators), [chart, choice.indicators]);
  useEffect(() => chart?.setFormat(format, pair.priceDecimals), [chart, format, pair.priceDecimals]);
  const asOfMs = state.is === 'ready' ? state.asOfMs : null;
  useEffect(() => chart?.setStale(stale || asOfMs !== null), [chart, stale, asOfMs]);
  const own = useOwnMarkers(pair, choice.marks && props.markers === undefined);
  const markers = props.markers ?? own;
  useEffect(() => chart?.setMarkers(markers), [chart, markers]);
  return (
    <div className={css[size]}>
      {/* The chart gives itself a role, a name and a place in the tab order. */}
      <div ref={host} className={css['chart']} data-state={state.is} data-testid="kline" />
      {chart !== null && state.is === 'ready' && renderOver?.(chart)}
      {asOfMs !== null && <StoredNote at={format.time(asOfMs, 'moment')} />}
      {away && (
        <div className={css['newest']}>
          <IconButton icon={ChevronsRight} label={t`Jump to the newest candle`} onClick={() => chart?.toNewest()} />
        </div>
      )}
      <FeedNotice state={state} retry={() => void feed.current?.refill()} />
    </div>
  );
});

/** A candle as it is read out. */
function useDescription(format: ChartFormat): (reading: CandleReading) => string {
  const { t } = useLingui();
  return (reading) => {
    const time = format.time(reading.atMs, 'moment');
    const open = format.price(reading.open);
    const high = format.price(reading.high);
    const low = format.price(reading.low);
    const close = format.price(reading.close);
    const change = format.percent(reading.changePercent);
    const candle = t`${time}: open ${open}, high ${high}, low ${low}, close ${close}, ${change}`;
    return [candle, ...reading.markers.map(({ text }) => text)].join('. ');
  };
}

/** Feeds a chart with candles for as long as it shows this pair and interval. */
function useFeed(chart: KlineChart | null, pair: string, interval: ChartChoice['interval']) {
  const feed = useRef<CandleFeed | null>(null);
  const [state, setState] = useState<FeedState>({ is: 'loading' });
  useEffect(() => {
    if (chart === null) return;
    chart.setInterval(interval);
    const made = startCandleFeed(chart, streamCandleSource(pair, interval), setState);
    feed.current = made;
    addEventListener('pagehide', made.keep);
    return () => {
      removeEventListener('pagehide', made.keep);
      made.stop();
    };
  }, [chart, pair, interval]);
  return { feed, state };
}

/** Says how old the candles are that this device kept. */
function StoredNote({ at }: { at: string }) {
  return (
    <output className={css['stored']}>
      <Trans>Not connected. Candles as of {at}</Trans>
    </output>
  );
}

/** What stands over a chart that has nothing to show. */
function FeedNotice({ state, retry }: { state: FeedState; retry: () => void }) {
  const { t } = useLingui();
  const failure = useFailureText(state.is === 'failed' ? state.error : null);
  if (state.is === 'ready') return null;
  return (
    <div className={css['notice']} aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && <CandleSkeleton />}
      {state.is === 'empty' && (
        <EmptyState
          icon={LineChart}
          title={t`No trades yet`}
          text={t`Candles appear with the first trade of this pair.`}
        />
      )}
      {state.is === 'failed' && <ErrorState title={t`The chart did not load`} text={failure} onRetry={retry} />}
    </div>
  );
}

const skeletonHeights = [38, 52, 44, 60, 48, 70, 58, 76, 64, 54, 66, 72, 62, 80];

function CandleSkeleton() {
  return (
    <div className={css['skeleton']}>
      {skeletonHeights.map((height, at) => (
        <Skeleton key={at} width="10px" height={`${height}%`} />
      ))}
    </div>
  );
}
