import { chainSeconds } from './secret-chain.ts';

/** Minutes of one chain. */
export const chainMinutes = chainSeconds / 60;
const count = chainMinutes + 2;

/** The walk of one pair through one chain. */
export interface LevelRow {
  readonly from: number;
  /** Seed of the path from the previous chain to this one; null: the level was constant, or there is no gap. */
  readonly beforeSeed: number | null;
  /** Level before the first second. */
  readonly start: number;
  /** Level at the first second of each minute. */
  readonly minutes: readonly number[];
  /** Level at the last second. */
  readonly end: number;
}

/** How a row is stored. */
export function bytesOf({ start, minutes, end }: LevelRow): Buffer {
  const bytes = Buffer.alloc(count * 8);
  for (const [at, level] of [start, ...minutes, end].entries()) bytes.writeDoubleBE(level, at * 8);
  return bytes;
}

/** @throws Error when the bytes are not a valid row */
export function levelRow(from: number, beforeSeed: number | null, bytes: Buffer): LevelRow {
  if (bytes.length !== count * 8) throw new Error(`levels of ${bytes.length} bytes`);
  const all = Array.from({ length: count }, (_, at) => bytes.readDoubleBE(at * 8));
  return { from, beforeSeed, start: all[0] ?? 0, minutes: all.slice(1, -1), end: all.at(-1) ?? 0 };
}
