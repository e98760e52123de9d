/** A fault that is put into the code of the exchange, to see whether a run finds it. */
export interface Mutant {
  readonly name: string;
  /** Below `src/server`. */
  readonly file: string;
  /** What stands there exactly once. */
  readonly from: string;
  readonly to: string;
  /** Why runs do not find it; left out where they do. */
  readonly missed?: string;
}
