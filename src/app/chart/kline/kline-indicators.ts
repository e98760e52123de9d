import type { CandleColumns } from './candle-store.ts';
import { createBollinger } from '../indicators/bollinger.ts';
import { createExponentialAverage } from '../indicators/exponential-average.ts';
import type { Indicator } from '../indicators/indicator.ts';
import { type IndicatorName, type IndicatorParams, paramsOf } from '../indicators/indicator-params.ts';
import { createKdj } from '../indicators/kdj.ts';
import { createMacd } from '../indicators/macd.ts';
import { createMovingAverage } from '../indicators/moving-average.ts';
import { createRsi } from '../indicators/rsi.ts';
import { createWilliams } from '../indicators/williams.ts';

export const overlayNames = ['MA', 'EMA', 'BOLL'] as const;
/** Drawn over the candles. */
export type OverlayName = (typeof overlayNames)[number];

export const subPaneNames = ['MACD', 'KDJ', 'RSI', 'WR'] as const;
/** Drawn in a pane of their own. */
export type SubPaneName = (typeof subPaneNames)[number];

/** Sub panes at once: more would leave no room for the candles on a phone. */
export const subPanesMax = 2;

export interface IndicatorChoice {
  readonly overlays: readonly OverlayName[];
  readonly volume: boolean;
  readonly panes: readonly SubPaneName[];
  /** Figures that are not as by default. */
  readonly params?: IndicatorParams;
}

/** Titles are the field's own signs and the same in every language. */
interface Recipe {
  readonly title: string;
  readonly lineTitles: readonly string[];
  /** Whether the figures are prices; the others are shares of a hundred. */
  readonly inPrice: boolean;
  readonly make: (candles: CandleColumns) => Indicator;
}

/** How each indicator is made with its figures; see `indicatorDefaults`. */
const recipes: Readonly<Record<IndicatorName, (...params: number[]) => Recipe>> = {
  MA: (...periods) => ({
    title: '',
    lineTitles: periods.map((period) => `MA${period}`),
    inPrice: true,
    make: (candles) => createMovingAverage(candles, periods),
  }),
  EMA: (...periods) => ({
    title: '',
    lineTitles: periods.map((period) => `EMA${period}`),
    inPrice: true,
    make: (candles) => createExponentialAverage(candles, periods),
  }),
  BOLL: (period = 1, width = 1) => ({
    title: '',
    lineTitles: ['BOLL', 'UB', 'LB'],
    inPrice: true,
    make: (candles) => createBollinger(candles, period, width),
  }),
  MACD: (fast = 1, slow = 1, signal = 1) => ({
    title: `MACD ${fast} ${slow} ${signal}`,
    lineTitles: ['DIF', 'DEA', 'M'],
    inPrice: true,
    make: (candles) => createMacd(candles, fast, slow, signal),
  }),
  KDJ: (period = 1, smoothK = 1, smoothD = 1) => ({
    title: `KDJ ${period} ${smoothK} ${smoothD}`,
    lineTitles: ['K', 'D', 'J'],
    inPrice: false,
    make: (candles) => createKdj(candles, period, smoothK, smoothD),
  }),
  RSI: (...periods) => ({
    title: 'RSI',
    lineTitles: periods.map(String),
    inPrice: false,
    make: (candles) => createRsi(candles, periods),
  }),
  WR: (period = 1) => ({
    title: `WR ${period}`,
    lineTitles: ['WR'],
    inPrice: false,
    make: (candles) => createWilliams(candles, period),
  }),
};

/** An indicator that is shown, with the words of its legend. */
export interface ShownIndicator<Name extends string = string> {
  readonly name: Name;
  readonly params: readonly number[];
  readonly title: string;
  readonly lineTitles: readonly string[];
  readonly inPrice: boolean;
  readonly indicator: Indicator;
}

export interface KlineIndicators {
  readonly overlays: readonly ShownIndicator<OverlayName>[];
  readonly panes: readonly ShownIndicator<SubPaneName>[];
  /** Shows what is chosen; those that stay keep what they have computed. */
  choose(choice: IndicatorChoice): void;
  /** Brings every shown indicator up to date from candle `from` on. */
  compute(from: number): void;
}

/** The indicators of one chart. Only those that are shown are computed. */
export function createKlineIndicators(candles: CandleColumns): KlineIndicators {
  let overlays: ShownIndicator<OverlayName>[] = [];
  let panes: ShownIndicator<SubPaneName>[] = [];

  function show<Name extends OverlayName | SubPaneName>(
    names: readonly Name[],
    shown: readonly ShownIndicator<Name>[],
    chosen: IndicatorParams | undefined,
  ): ShownIndicator<Name>[] {
    return names.map((name) => {
      const params = paramsOf(chosen, name);
      const kept = shown.find((candidate) => candidate.name === name && candidate.params.join() === params.join());
      if (kept !== undefined) return kept;
      const { make, ...labels } = recipes[name](...params);
      const indicator = make(candles);
      indicator.compute(0);
      return { name, params, ...labels, indicator };
    });
  }

  return {
    get overlays() {
      return overlays;
    },
    get panes() {
      return panes;
    },
    choose(choice) {
      overlays = show(choice.overlays, overlays, choice.params);
      panes = show(choice.panes.slice(0, subPanesMax), panes, choice.params);
    },
    compute(from) {
      for (const { indicator } of overlays) indicator.compute(from);
      for (const { indicator } of panes) indicator.compute(from);
    },
  };
}
