/**
 * The log of index ticks behind the seconds options. Each tick carries the hash of the one before it, so that a
 * published result can be recomputed by anybody and no tick can be changed afterwards without breaking the chain.
 */
export interface OptionTick {
  readonly coin: string;
  /** Counts up by one per coin. */
  readonly seq: number;
  /** Server time, epoch milliseconds. */
  readonly at: number;
  /** The index in USDT, a decimal as it is written on the wire. */
  readonly price: string;
  /** Hash of the tick before it, lower-case hex; 64 zeros for the first one. */
  readonly previous: string;
}

/** What stands before the first tick of a coin. */
export const firstPreviousHash = '0'.repeat(64);

/** The text whose SHA-256 (UTF-8) is the hash of a tick. */
export function tickText({ previous, coin, seq, at, price }: OptionTick): string {
  return `${previous}|${coin}|${seq}|${at}|${price}`;
}
