import { median } from '../../tools/statistics/quantiles.ts';

/** One measured figure with the goal it is held against, if any. */
export interface Row {
  readonly what: string;
  readonly value: number;
  /** As in `ms`, `per second`, `ratio`. */
  readonly unit: string;
  /** Rounds, runs or samples that `value` is the median of. */
  readonly n?: number;
  readonly worst?: number;
  /** The figure must not be above this. */
  readonly most?: number;
  /** The figure must not be below this. */
  readonly least?: number;
}

/**
 * What rounds measured: their median, how many they were, and the worst of them.
 *
 * @param worse whether more or less of it is worse: `less` for rates
 */
export function overRounds(
  values: readonly number[],
  worse: 'more' | 'less' = 'more',
): Required<Pick<Row, 'value' | 'n' | 'worst'>> {
  const worst = worse === 'more' ? Math.max(...values) : Math.min(...values);
  return { value: median(values), n: values.length, worst };
}

/** A measurement of `npm run bench`: each file of this folder that is one exports these two. */
export interface Bench {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

/** Whether a figure keeps its goal; null when it has none. */
export function keepsGoal({ value, most, least }: Row): boolean | null {
  if (most === undefined && least === undefined) return null;
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}
