import type { TickEntropy } from '../entities.ts';

/**
 * The log of index ticks behind the seconds options. Each tick carries the hash of the one before it, so that a
 * published result can be recomputed by anyone and no tick can be changed afterwards without breaking the chain.
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
  /** What a simulated price was drawn from; absent for real prices, and for ticks from before there was any. */
  readonly entropy?: TickEntropy | undefined;
}

/** Hash that precedes the first tick of a coin. */
export const firstPreviousHash = '0'.repeat(64);

/** The text whose SHA-256 (UTF-8) is the hash of a tick. */
export function tickText({ previous, coin, seq, at, price, entropy }: OptionTick): string {
  const text = `${previous}|${coin}|${seq}|${at}|${price}`;
  if (entropy === undefined) return text;
  const { commitment, next, second, level } = entropy;
  return `${text}|${commitment}|${next ?? ''}|${second}|${level}`;
}

/**
 * The text whose SHA-256 is the secret of the second before; that of a chain's first second is its commitment. Who is
 * given a later secret finds all earlier ones and ends at the commitment, and none can be found from those before it.
 */
export function secretText(second: number, secret: string): string {
  return `${second}|${secret}`;
}

/** A chain has secrets for this many seconds at most. */
export const secretChainSecondsMax = 3_600;
