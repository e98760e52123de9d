import { dayMs, minuteMs } from '../../../../protocol/durations.ts';
import type { RobotParameters } from '../../../../protocol/entities/quant/robot-parameters.ts';
import { type Interval, intervals } from '../../../../protocol/intervals.ts';
import { strategyOf } from '../../../../protocol/maths/robots/strategies.ts';
import { keptCandlesMax } from './kept-candles.ts';

/** Days a robot can be tried on. */
export const periods = ['7', '30', '180'] as const;
export type Period = (typeof periods)[number];

/** Candles of each period: finer ones would be more pages than a phone should ask for at once. */
const usual: Readonly<Record<Period, Interval>> = { '7': '15m', '30': '15m', '180': '1h' };

/** Which candles a test needs. */
export interface CandlePlan {
  readonly interval: Interval;
  /** Minutes of one. */
  readonly step: number;
  readonly count: number;
}

/**
 * The candles of a period: not longer than those that the strategy decides on, and not more than are kept. A strategy on short
 * candles is tried on fewer days.
 */
export function planOf(period: Period, parameters: RobotParameters | null): CandlePlan {
  const own = parameters === null ? null : strategyOf(parameters).candleMinutes(parameters);
  const step = Math.min(intervals[usual[period]] / minuteMs, own ?? Number.POSITIVE_INFINITY);
  const interval = ({ 1: '1m', 5: '5m', 15: '15m' } as const)[step] ?? '1h';
  const count = Math.min(keptCandlesMax, (Number(period) * dayMs) / (step * minuteMs));
  return { interval, step, count };
}
