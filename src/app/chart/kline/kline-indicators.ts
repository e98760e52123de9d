import type { CandleColumns } from './candle-store.ts';
import { createBollinger } from '../indicators/bollinger.ts';
import { createExponentialAverage } from '../indicators/exponential-average.ts';
import type { Indicator } from '../indicators/indicator.ts';
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
}

/** Titles are the field's own signs and the same in every language. */
interface Recipe {
  readonly title: string;
  readonly lineTitles: readonly string[];
  /** Whether the figures are prices; the others are shares of a hundred. */
  readonly inPrice: boolean;
  readonly make: (candles: CandleColumns) => Indicator;
}

const averagePeriods = [7, 25, 99];

const recipes: Readonly<Record<OverlayName | SubPaneName, Recipe>> = {
  MA: {
    title: '',
    lineTitles: averagePeriods.map((period) => `MA${period}`),
    inPrice: true,
    make: (candles) => createMovingAverage(candles, averagePeriods),
  },
  EMA: {
    title: '',
    lineTitles: averagePeriods.map((period) => `EMA${period}`),
    inPrice: true,
    make: (candles) => createExponentialAverage(candles, averagePeriods),
  },
  BOLL: {
    title: '',
    lineTitles: ['BOLL', 'UB', 'LB'],
    inPrice: true,
    make: (candles) => createBollinger(candles, 20, 2),
  },
  MACD: {
    title: 'MACD 12 26 9',
    lineTitles: ['DIF', 'DEA', 'M'],
    inPrice: true,
    make: (candles) => createMacd(candles, 12, 26, 9),
  },
  KDJ: {
    title: 'KDJ 9 3 3',
    lineTitles: ['K', 'D', 'J'],
    inPrice: false,
    make: (candles) => createKdj(candles, 9, 3, 3),
  },
  RSI: {
    title: 'RSI',
    lineTitles: ['6', '12', '24'],
    inPrice: false,
    make: (candles) => createRsi(candles, [6, 12, 24]),
  },
  WR: { title: 'WR 14', lineTitles: ['WR'], inPrice: false, make: (candles) => createWilliams(candles, 14) },
};

/** An indicator that is shown, with the words of its legend. */
export interface ShownIndicator<Name extends string = string> {
  readonly name: Name;
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
  ): ShownIndicator<Name>[] {
    return names.map((name) => {
      const kept = shown.find((candidate) => candidate.name === name);
      if (kept !== undefined) return kept;
      const { title, lineTitles, inPrice, make } = recipes[name];
      const indicator = make(candles);
      indicator.compute(0);
      return { name, title, lineTitles, inPrice, indicator };
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
      overlays = show(choice.overlays, overlays);
      panes = show(choice.panes.slice(0, subPanesMax), panes);
    },
    compute(from) {
      for (const { indicator } of overlays) indicator.compute(from);
      for (const { indicator } of panes) indicator.compute(from);
    },
  };
}
