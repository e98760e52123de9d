import type { Interval } from '#protocol/market-data/intervals.ts';
import type { CandleRow } from './candle-store.ts';
import type { ChartFormat } from '../chart-format.ts';
import type { IndicatorChoice } from './kline-indicators.ts';
import type { PriceLayout } from '../price-layout.ts';

/** Candles, or one line through the closes. */
export type KlineKind = 'candles' | 'line';

/** Something that was bought or sold at a moment and a price. */
export interface ChartMarker {
  readonly atMs: number;
  /** For its place alone: what is said of it is in `text`. */
  readonly price: number;
  readonly side: 'buy' | 'sell';
  /** The letter beside its triangle. */
  readonly letter: string;
  /** What the strip of values says when it is hit. */
  readonly text: string;
}

/** One candle in figures, as the crosshair reads it. */
export interface CandleReading {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Close against open, in percent. */
  readonly changePercent: number;
  /** What was bought and sold in its time. */
  readonly markers: readonly ChartMarker[];
}

export interface KlineOptions {
  readonly kind: KlineKind;
  readonly interval: Interval;
  readonly indicators: IndicatorChoice;
  readonly format: ChartFormat;
  /** Digits behind the point of a price: no two lines of the grid come closer than the last of them. */
  readonly priceDecimals: number;
  /** What the chart is, for readers of the screen. */
  readonly label: string;
  /** A candle in a sentence, read out when the keyboard's cursor rests on it. */
  describe(reading: CandleReading): string;
  /** Server time in epoch ms, for the time to close. */
  now(): number;
  /** Candles before `beforeMs` are wanted; the chart asks again only after the promise settled. */
  onNeedOlder?(beforeMs: number): Promise<void>;
  /** The newest candle went out of view, or came back. */
  onAway?(away: boolean): void;
  /** The candle under the crosshair, or null when it went. */
  onCrosshair?(reading: CandleReading | null): void;
}

/** A time between two candles of which nobody knows what was traded: from its start up to that of the candle behind it. */
export type MissingTime = readonly [fromMs: number, toMs: number];

/** What is known beside a page of candles. */
export interface PageChoice {
  /** Whether there are older ones. */
  readonly more: boolean;
  /** Times between them, and up to the candle behind them, of which nobody knows what was traded. */
  readonly missing?: readonly MissingTime[];
}

export interface KlineChart {
  /** Takes the place of all candles and shows the newest; `keepView` stays where the user looks. */
  setData(rows: readonly CandleRow[], choice: PageChoice & { readonly keepView?: boolean }): void;
  /** Older candles; what is in view stays where it is. */
  prepend(rows: readonly CandleRow[], choice: PageChoice): void;
  /** The running candle, or the one that follows it. Drawn with the next animation frame. */
  tick(row: CandleRow): void;
  setKind(kind: KlineKind): void;
  setIndicators(choice: IndicatorChoice): void;
  setInterval(interval: Interval): void;
  setFormat(format: ChartFormat, priceDecimals: number): void;
  /** Old data looks old: the last price's tag loses its colour. */
  setStale(stale: boolean): void;
  /** Prices that should be in view beside the candles; those far away stay out, so that candles stay readable. */
  setReach(prices: readonly number[]): void;
  /** What was bought and sold, at its candles. */
  setMarkers(markers: readonly ChartMarker[]): void;
  /** Hears where prices stand, now and after each draw that moves them or the last price. Returns how to stop. */
  follow(hear: (layout: PriceLayout) => void): () => void;
  /** Everything that is loaded, at once. */
  fit(): void;
  /** Moves the newest candle into view. */
  toNewest(): void;
  /** The newest `count` candles. */
  zoomTo(count: number): void;
  destroy(): void;
}
