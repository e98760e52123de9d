import { useMemo } from 'react';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { intervalNames } from '#protocol/market-data/intervals.ts';
import { areParams, indicatorNames, type IndicatorParams } from '#app/chart/indicators/indicator-params.ts';
import type { IndicatorChoice, OverlayName, SubPaneName } from '#app/chart/kline/kline-indicators.ts';
import type { KlineKind } from '#app/chart/kline/kline-options.ts';
import { observable, useObservable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

/** What a user chose to see, remembered on the device. */
export interface ChartChoice {
  readonly interval: Interval;
  /** The interval of gold, which is remembered by itself; see `goldChoice`. */
  readonly goldInterval: Interval;
  /** Whether it is the choice for gold; else for everything else. */
  readonly gold: boolean;
  readonly kind: KlineKind;
  readonly indicators: IndicatorChoice;
  /** Whether own entries and exits are marked. */
  readonly marks: boolean;
}

/** Gold, as the base of an index. */
export const goldBase = 'XAU';

const storageKey = 'dunlin.chart';

/** The names are repeated here, so that reading a choice does not bring the chart with it. */
const overlays: readonly OverlayName[] = ['MA', 'EMA', 'BOLL'];
const panes: readonly SubPaneName[] = ['MACD', 'KDJ', 'RSI', 'WR'];

export const defaultChoice: ChartChoice = {
  interval: '15m',
  goldInterval: '4h',
  gold: false,
  kind: 'candles',
  indicators: { overlays: ['MA'], volume: true, panes: ['MACD'], params: {} },
  marks: true,
};

/** What a reset takes back: everything but the intervals. */
export const resetChoice: Partial<ChartChoice> = {
  kind: defaultChoice.kind,
  indicators: defaultChoice.indicators,
  marks: defaultChoice.marks,
};

/** A stored choice; whatever is missing or not known is as by default. */
export function readChoice(text: string | null): ChartChoice {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return defaultChoice;
  }
  if (typeof stored !== 'object' || stored === null) return defaultChoice;
  const fields = stored as Record<string, unknown>;
  const intervalOr = (value: unknown, other: Interval) => intervalNames.find((name) => name === value) ?? other;
  return {
    interval: intervalOr(fields['interval'], defaultChoice.interval),
    goldInterval: intervalOr(fields['goldInterval'], defaultChoice.goldInterval),
    gold: false,
    kind: fields['kind'] === 'line' ? 'line' : 'candles',
    indicators: {
      overlays: among(overlays, fields['overlays'], defaultChoice.indicators.overlays),
      volume: fields['volume'] !== false,
      panes: among(panes, fields['panes'], defaultChoice.indicators.panes),
      params: readParams(fields['params']),
    },
    marks: fields['marks'] !== false,
  };
}

/** Stored figures of indicators; those that cannot be computed with are as by default. */
function readParams(value: unknown): IndicatorParams {
  if (typeof value !== 'object' || value === null) return {};
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    indicatorNames.filter((name) => areParams(name, fields[name])).map((name) => [name, fields[name]]),
  );
}

/** The names that a stored value holds. */
function among<Name extends string>(
  names: readonly Name[],
  value: unknown,
  otherwise: readonly Name[],
): readonly Name[] {
  return Array.isArray(value) ? names.filter((name) => value.includes(name)) : otherwise;
}

function writeChoice({ interval, goldInterval, kind, indicators, marks }: ChartChoice): string {
  return JSON.stringify({ interval, goldInterval, kind, ...indicators, marks });
}

/** The choice in force. */
export const chartChoice = observable<ChartChoice>(readChoice(readStored(storageKey)));

/**
 * The choice as it is for gold. Gold rests every day and from Friday to Sunday: at the quarter hours that suit
 * other markets its chart would often show nothing but a flat line, at four hours it always shows a week of trading.
 */
export function goldChoice(choice: ChartChoice): ChartChoice {
  return { ...choice, interval: choice.goldInterval, gold: true };
}

/** The choice for a market, in force. */
export function useChartChoice(isGold: boolean): ChartChoice {
  const choice = useObservable(chartChoice);
  return useMemo(() => (isGold ? goldChoice(choice) : choice), [choice, isGold]);
}

/** Chooses the interval of the markets that a choice is for, and how it is drawn. */
export function changeInterval(interval: Interval, { gold }: Pick<ChartChoice, 'gold'>, kind: KlineKind): void {
  changeChoice({ [gold ? 'goldInterval' : 'interval']: interval, kind });
}

/** Changes a part of the choice and remembers it. */
export function changeChoice(change: Partial<ChartChoice>): void {
  chartChoice.set({ ...chartChoice.get(), ...change });
  writeStored(storageKey, writeChoice(chartChoice.get()));
}

/** Changes the figures of all indicators and remembers them. */
export function changeParams(params: IndicatorParams): void {
  changeChoice({ indicators: { ...chartChoice.get().indicators, params } });
}

/** The names with one switched on or off; past the maximum the one that was on longest goes. */
export function toggled<Name>(names: readonly Name[], name: Name, most: number): readonly Name[] {
  if (names.includes(name)) return names.filter((candidate) => candidate !== name);
  return [...names, name].slice(-most);
}
