import type { Console } from './console.ts';

/** What an operator does: again and again, with pauses, until the run is over. */
export interface Duty {
  readonly name: string;
  readonly pauseMostMs: number;
  /** Once; what it takes away it gives back before it ends. */
  readonly live: (console: Console) => Promise<void>;
}
