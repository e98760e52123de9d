import type { Interval } from '../../../protocol/intervals.ts';
import { intervalNames } from '../../../protocol/intervals.ts';
import type { IndicatorChoice, OverlayName, SubPaneName } from '../../chart/kline/kline-indicators.ts';
import type { KlineKind } from '../../chart/kline/kline-options.ts';
import { observable } from '../../platform/observable.ts';
import { readStored, writeStored } from '../../platform/storage/storage.ts';

/** What a user chose to see, remembered on the device. */
export interface ChartChoice {
  readonly interval: Interval;
  readonly kind: KlineKind;
  readonly indicators: IndicatorChoice;
  /** Whether own entries and exits are marked. */
  readonly marks: boolean;
}

const storageKey = 'dunlin.chart';

/** The names are repeated here, so that reading a choice does not bring the chart with it. */
const overlays: readonly OverlayName[] = ['MA', 'EMA', 'BOLL'];
const panes: readonly SubPaneName[] = ['MACD', 'KDJ', 'RSI', 'WR'];

export const defaultChoice: ChartChoice = {
  interval: '15m',
  kind: 'candles',
  indicators: { overlays: ['MA'], volume: true, panes: ['MACD'] },
  marks: true,
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
  const interval = intervalNames.find((name) => name === fields['interval']) ?? defaultChoice.interval;
  return {
    interval,
    kind: fields['kind'] === 'line' ? 'line' : 'candles',
    indicators: {
      overlays: among(overlays, fields['overlays'], defaultChoice.indicators.overlays),
      volume: fields['volume'] !== false,
      panes: among(panes, fields['panes'], defaultChoice.indicators.panes),
    },
    marks: fields['marks'] !== false,
  };
}

/** The names that a stored value holds. */
function among<Name extends string>(
  names: readonly Name[],
  value: unknown,
  otherwise: readonly Name[],
): readonly Name[] {
  return Array.isArray(value) ? names.filter((name) => value.includes(name)) : otherwise;
}

function writeChoice({ interval, kind, indicators, marks }: ChartChoice): string {
  return JSON.stringify({ interval, kind, ...indicators, marks });
}

/** The choice in force. */
export const chartChoice = observable<ChartChoice>(readChoice(readStored(storageKey)));

/** Changes a part of the choice and remembers it. */
export function changeChoice(change: Partial<ChartChoice>): void {
  chartChoice.set({ ...chartChoice.get(), ...change });
  writeStored(storageKey, writeChoice(chartChoice.get()));
}

/** The names with one switched on or off; past the maximum the one that was on longest goes. */
export function toggled<Name>(names: readonly Name[], name: Name, most: number): readonly Name[] {
  if (names.includes(name)) return names.filter((candidate) => candidate !== name);
  return [...names, name].slice(-most);
}
