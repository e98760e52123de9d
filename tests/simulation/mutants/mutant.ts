/** A fault that is put into the code of the exchange, to see whether a run finds it. */
export interface Mutant {
  readonly name: string;
  /** Below `src/server`. */
  readonly file: string;
  /** What stands there exactly once. */
  readonly from: string;
  readonly to: string;
  /**
   * How the names of those begin who have to do with it: only they take part in runs that look for it. Everybody where it is
   * left out.
   */
  readonly among?: readonly string[];
  /** So many simulated hours pass meanwhile. */
  readonly hours?: number;
  /** Why runs do not find it; left out where they do. */
  readonly missed?: string;
}
