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
