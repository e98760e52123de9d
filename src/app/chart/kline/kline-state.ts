import type { Interval } from '#protocol/market-data/intervals.ts';
import type { ChartFormat } from '../chart-format.ts';
import type { Palette } from '../palette.ts';
import type { CssPx } from '../px.ts';
import type { Viewport } from '../viewport.ts';
import type { CandleStore } from './candle-store.ts';
import type { KlineIndicators } from './kline-indicators.ts';
import type { CandleReading, ChartMarker, KlineKind } from './kline-options.ts';

/** What a chart is, apart from where it is drawn. */
export interface KlineState {
  readonly candles: CandleStore;
  readonly view: Viewport;
  readonly indicators: KlineIndicators;
  kind: KlineKind;
  interval: Interval;
  volume: boolean;
  format: ChartFormat;
  priceDecimals: number;
  palette: Palette;
  stale: boolean;
  /** Prices that should be in view beside the candles. */
  reach: readonly number[];
  markers: readonly ChartMarker[];
  /** Starts of the candles before which a time is missing. */
  readonly gaps: Set<number>;
  /** Whether the running candle is drawn apart from the settled ones. */
  apart: boolean;
}

/** Where the crosshair is: on a candle, and at a height below the plot's top, or on the candle's close. */
export interface Crosshair {
  readonly index: number;
  readonly y: CssPx | null;
}

/** Whether candle `index` closed, or stands, where it opened or above. */
export function isUp({ candles }: KlineState, index: number): boolean {
  return candles.closes[index]! >= candles.opens[index]!;
}

/** The figures of candle `index`. */
export function readCandle({ candles }: KlineState, index: number, markers: readonly ChartMarker[]): CandleReading {
  const { times, opens, highs, lows, closes, volumes } = candles;
  const open = opens[index]!;
  const close = closes[index]!;
  return {
    atMs: times[index]!,
    open,
    high: highs[index]!,
    low: lows[index]!,
    close,
    volume: volumes[index]!,
    changePercent: open === 0 ? 0 : ((close - open) / open) * 100,
    markers,
  };
}
