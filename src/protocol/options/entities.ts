import * as v from 'valibot';
import { choice, decimal, entity, id, timestamp } from '../core/fields.ts';
import { optionCycles } from '../core/limits.ts';

export const optionCoin = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9]{2,10}$/),
  v.description('A coin of the options, as in `BTC`.'),
);

export const optionCycle = choice('Seconds from strike to settlement.', optionCycles);
export type OptionCycle = v.InferOutput<typeof optionCycle>;

export const optionDirection = v.picklist(['up', 'down', 'flat']);
export type OptionDirection = v.InferOutput<typeof optionDirection>;

export const tickEntropy = entity(
  'What the price of a simulated market was drawn from, as far as it may be known at its time.',
  {
    commitment: v.pipe(
      v.string(),
      v.description('To the secrets of this second and those around it: SHA-256 in hex, see `secretText`.'),
    ),
    next: v.pipe(
      v.nullable(v.string()),
      v.description('To the secrets after those, once they are drawn: long before they are used.'),
    ),
    second: v.pipe(v.number(), v.description('The second since 1970 whose price is shown.')),
    level: v.pipe(
      v.number(),
      v.description('Logarithm of the price against the one at level 0, in millionths of a millionth.'),
    ),
  },
);
export type TickEntropy = v.InferOutput<typeof tickEntropy>;

export const revealedSecret = v.pipe(
  v.object({ commitment: v.string(), second: v.number(), secret: v.string() }),
  v.description('A secret that is over; it leads to its commitment and proves every second between them.'),
);
export type RevealedSecret = v.InferOutput<typeof revealedSecret>;

export const provenTick = entity('A tick of the index with its place in the chain, see `option-ticks.ts`.', {
  seq: v.number(),
  at: timestamp,
  price: decimal,
  previous: v.string(),
  hash: v.string(),
  entropy: v.optional(tickEntropy),
});
export type ProvenTick = v.InferOutput<typeof provenTick>;

export const tickProof = v.pipe(
  v.object({ before: v.nullable(provenTick), deciding: provenTick }),
  v.description(
    'Which tick decided, and the one before it: `deciding` is the first at or after the published time, because `before` came earlier and `deciding.previous` is its hash. Null when the log began with the deciding tick.',
  ),
);
export type TickProof = v.InferOutput<typeof tickProof>;

export const roundDraw = entity(
  'What proves that the simulated price of a round could not be known, and that it was not chosen afterwards.',
  {
    opening: v.pipe(
      provenTick,
      v.description(
        'The tick with which the round opened: it carries the commitments to every second until the close.',
      ),
    ),
    walk: v.pipe(
      v.object({ price: decimal, priceDecimals: v.number(), own: v.number(), market: v.number() }),
      v.description(
        'How the coin walks: price at level 0, digits behind its point, deviations of a second’s own and market step.',
      ),
    ),
    secrets: v.pipe(v.nullable(v.array(revealedSecret)), v.description('Null until the round is decided.')),
  },
);
export type RoundDraw = v.InferOutput<typeof roundDraw>;

export const optionPhase = choice('Phases of a round: entries are taken in `waiting` until the lock.', [
  'waiting',
  'in-progress',
  'settling',
  'settled',
  'void',
]);
export type OptionPhase = v.InferOutput<typeof optionPhase>;

export const optionRound = entity(
  'One round of one coin and cycle. Times are fixed when it is made known; pools are in USDT.',
  {
    id,
    coin: optionCoin,
    cycle: optionCycle,
    period: v.pipe(v.string(), v.description('Day (UTC) and count within it, as in `20261120-145`.')),
    phase: optionPhase,
    opensAt: timestamp,
    lockAt: v.pipe(timestamp, v.description('No entry from then on.')),
    strikeAt: timestamp,
    settleAt: timestamp,
    pools: v.object({ up: decimal, down: decimal, flat: decimal }),
    entries: v.number(),
    strike: v.nullable(tickProof),
    settlement: v.nullable(tickProof),
    result: v.pipe(v.nullable(optionDirection), v.description('Null while open, and when void.')),
    draw: v.pipe(
      v.nullable(roundDraw),
      v.description('Null where prices are those of other exchanges, and for rounds from before there was any.'),
    ),
  },
);
export type OptionRound = v.InferOutput<typeof optionRound>;

export const optionEntry = entity('A prediction of the user’s own.', {
  id,
  round: optionRound,
  direction: optionDirection,
  stake: decimal,
  outcome: v.pipe(
    v.nullable(v.picklist(['profit', 'loss', 'draw'])),
    v.description('Null while the round is open; `draw` gives the stake back.'),
  ),
  profit: v.pipe(
    decimal,
    v.description('What came on top of the stake, the fee already taken; 0 for a loss and a draw.'),
  ),
  fee: decimal,
  at: timestamp,
});
export type OptionEntry = v.InferOutput<typeof optionEntry>;
