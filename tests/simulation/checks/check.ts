import type { ClosedTime } from '../people/console.ts';
import type { Act } from '../people/phone.ts';

/** What a check looks at: the store as it is committed, and what people were answered. */
export interface Checked {
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly acts: readonly Act[];
  /** When pairs took no orders, as operators know it. */
  readonly closedTimes: readonly ClosedTime[];
  /** What the exchange logged as warnings and errors. */
  readonly log: readonly string[];
  /** Epoch milliseconds, and how long the exchange has been up with a store that answers. */
  readonly now: number;
  readonly upMs: number;
  /** No price was another one than the market's, so that what prices trigger happens near them. */
  readonly arePricesTrue: boolean;
  /** The clock of the exchange was always that of everybody else. */
  readonly isClockTrue: boolean;
  /** What earlier looks at the same store remember. */
  readonly remembered: Map<string, string>;
  /** Hashes of transfers that the chain has and that moved nothing. */
  readonly revertedTransfers: ReadonlySet<string>;
  /** Everybody has gone, and what they did has come to its end. */
  readonly isLast: boolean;
}

/** What the exchange does by itself is done within this, in milliseconds. */
export const lateMs = 20_000;

/** For statements: whether the exchange has been up for long enough to be late, and since when what is due is late. */
export const lateness = ({ now, upMs }: Pick<Checked, 'now' | 'upMs'>): readonly [isUp: boolean, lateSince: number] => [
  upMs > lateMs,
  now - lateMs,
];

/** Something that must hold whenever nothing runs. @returns a line for each fault */
export type Check = (checked: Checked) => Promise<string[]>;
