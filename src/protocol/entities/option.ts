import * as v from 'valibot';
import { decimal, id, timestamp } from '../fields.ts';
import { optionCycles } from '../limits.ts';

/** A coin of the options, as in `BTC`. */
export const optionCoin = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,10}$/));

/** Seconds from strike to settlement. */
export const optionCycle = v.picklist(optionCycles);
export type OptionCycle = v.InferOutput<typeof optionCycle>;

export const optionDirection = v.picklist(['up', 'down', 'flat']);
export type OptionDirection = v.InferOutput<typeof optionDirection>;

/** What the price of a simulated market was drawn from, as far as it may be known at its time. */
export const tickEntropy = v.object({
  /** To the secrets of this second and those around it: SHA-256 in hex, see `secretText`. */
  commitment: v.string(),
  /** To the secrets after those, once they are drawn: long before they are used. */
  next: v.nullable(v.string()),
  /** The second since 1970 whose price is shown. */
  second: v.number(),
  /** Logarithm of the price against the one at level 0, in millionths of a millionth. */
  level: v.number(),
});
export type TickEntropy = v.InferOutput<typeof tickEntropy>;

/** A secret that is over; it leads to its commitment and proves every second between them. */
export const revealedSecret = v.object({ commitment: v.string(), second: v.number(), secret: v.string() });
export type RevealedSecret = v.InferOutput<typeof revealedSecret>;

/** A tick of the index with its place in the chain, see `option-ticks.ts`. */
export const provenTick = v.object({
  seq: v.number(),
  at: timestamp,
  price: decimal,
  previous: v.string(),
  hash: v.string(),
  entropy: v.optional(tickEntropy),
});
export type ProvenTick = v.InferOutput<typeof provenTick>;

/**
 * Which tick decided, and the one before it: `deciding` is the first at or after the published time, because
 * `before` came earlier and `deciding.previous` is its hash. Null when the log began with the deciding tick.
 */
export const tickProof = v.object({ before: v.nullable(provenTick), deciding: provenTick });
export type TickProof = v.InferOutput<typeof tickProof>;

/** What proves that the simulated price of a round could not be known, and that it was not chosen afterwards. */
export const roundDraw = v.object({
  /** The tick with which the round opened: it carries the commitments to every second until the close. */
  opening: provenTick,
  /** How the coin walks: price at level 0, digits behind its point, deviations of a second's own and market step. */
  walk: v.object({ price: decimal, priceDecimals: v.number(), own: v.number(), market: v.number() }),
  /** Null until the round is decided. */
  secrets: v.nullable(v.array(revealedSecret)),
});
export type RoundDraw = v.InferOutput<typeof roundDraw>;

/** Phases of a round (spec point 4): entries are taken in `waiting` until the lock. */
export const optionPhase = v.picklist(['waiting', 'in-progress', 'settling', 'settled', 'void']);
export type OptionPhase = v.InferOutput<typeof optionPhase>;

/** One round of one coin and cycle. Times are fixed when it is made known; pools are in USDT. */
export const optionRound = v.object({
  id,
  coin: optionCoin,
  cycle: optionCycle,
  /** Day (UTC) and count within it, as in `20261120-145`. */
  period: v.string(),
  phase: optionPhase,
  opensAt: timestamp,
  /** No entry from then on. */
  lockAt: timestamp,
  strikeAt: timestamp,
  settleAt: timestamp,
  pools: v.object({ up: decimal, down: decimal, flat: decimal }),
  entries: v.number(),
  strike: v.nullable(tickProof),
  settlement: v.nullable(tickProof),
  /** Null while open, and when void. */
  result: v.nullable(optionDirection),
  /** Null where prices are those of other exchanges, and for rounds from before there was any. */
  draw: v.nullable(roundDraw),
});
export type OptionRound = v.InferOutput<typeof optionRound>;

/** A prediction of the user's own. */
export const optionEntry = v.object({
  id,
  round: optionRound,
  direction: optionDirection,
  stake: decimal,
  /** Null while the round is open; `draw` gives the stake back. */
  outcome: v.nullable(v.picklist(['profit', 'loss', 'draw'])),
  /** What came on top of the stake, the fee already taken; 0 for a loss and a draw. */
  profit: decimal,
  fee: decimal,
  at: timestamp,
});
export type OptionEntry = v.InferOutput<typeof optionEntry>;
