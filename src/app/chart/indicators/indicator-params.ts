/** The indicators whose figures a user may choose. */
export type IndicatorName = 'MA' | 'EMA' | 'BOLL' | 'MACD' | 'KDJ' | 'RSI' | 'WR';

/** The figures of each indicator, in the order of its formula; without an entry they are as by default. */
export type IndicatorParams = Readonly<Partial<Record<IndicatorName, readonly number[]>>>;

/** Candles of a period at most: with more, a chart as it is loaded could not show one value. */
const periodMax = 500;

/** What one figure may be. */
interface ParamLimit {
  readonly min: number;
  readonly max: number;
  /** Digits behind the point. */
  readonly places: number;
}

const period: ParamLimit = { min: 1, max: periodMax, places: 0 };
/** Standard deviations from the middle to a band. */
const bandWidth: ParamLimit = { min: 0.1, max: 10, places: 1 };

/** Figures that the field uses, and their limits. */
const indicatorDefaults: Readonly<Record<IndicatorName, readonly number[]>> = {
  MA: [7, 25, 99],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  KDJ: [9, 3, 3],
  RSI: [6, 12, 24],
  WR: [14],
};

export const indicatorNames = Object.keys(indicatorDefaults) as readonly IndicatorName[];

/** What figure `at` of an indicator may be. */
export function paramLimit(name: IndicatorName, at: number): ParamLimit {
  return name === 'BOLL' && at === 1 ? bandWidth : period;
}

/** Whether a figure is one that the indicator can be computed with. */
export function isParam(name: IndicatorName, at: number, value: unknown): value is number {
  const { min, max, places } = paramLimit(name, at);
  if (typeof value !== 'number' || !(value >= min && value <= max)) return false;
  return Number(value.toFixed(places)) === value;
}

/** Whether all figures are. MACD compares a fast average with a slower one. */
export function areParams(name: IndicatorName, values: unknown): values is readonly number[] {
  if (!Array.isArray(values) || values.length !== indicatorDefaults[name].length) return false;
  if (!values.every((value, at): value is number => isParam(name, at, value))) return false;
  const [fast = 0, slow = 0] = values;
  return name !== 'MACD' || fast < slow;
}

/** The figures in force. */
export function paramsOf(params: IndicatorParams | undefined, name: IndicatorName): readonly number[] {
  return params?.[name] ?? indicatorDefaults[name];
}
