import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';

export const fixedCycle = choice('The cycle of a fixed term.', ['weekly', 'monthly', 'quarterly', 'yearly']);
export type FixedCycle = v.InferOutput<typeof fixedCycle>;

export const fixedState = choice(
  'The yield of a fixed term (spec point 4): it runs (`not-earned`), was paid at its end (`earned`), was left early (`earned-in-advance`), or was given back by the house (`revoked`).',
  ['not-earned', 'earned', 'earned-in-advance', 'revoked'],
);
export type FixedState = v.InferOutput<typeof fixedState>;

const ppm = (least: number, description: string) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(1_000_000), v.description(description));

/** The terms of a product, and of what was bought of it. */
const terms = {
  asset: assetId,
  cycle: fixedCycle,
  days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.description('Days of the cycle.')),
  dayMs: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1_000),
    v.description('The length of one day in milliseconds: 86400000, and less for the short cycles of practice mode.'),
  ),
  ratePpm: ppm(1, 'Interest of the whole cycle in millionths of the principal: 4800 is 0.48 %.'),
  exitPpm: ppm(0, 'What leaving early costs, in millionths of the interest so far.'),
};

export const fixedProduct = entity('A fixed-term product on sale.', {
  id,
  version: v.pipe(v.number(), v.safeInteger(), v.description('Of its terms; a purchase names the ones it was shown.')),
  ...terms,
  minimum: v.pipe(decimal, v.description('The least of one purchase.')),
  maximum: v.pipe(decimal, v.description('The most a person may have in the product.')),
  quota: v.pipe(decimal, v.description('The most everybody together may have in it.')),
  taken: v.pipe(decimal, v.description('How much of the quota is in it.')),
  left: v.pipe(
    decimal,
    v.description('What can still be bought: the smaller of the quota left and what the cover pays for.'),
  ),
  limitedBy: choice('What limits `left`: the quota, or the cover that is free.', ['quota', 'cover']),
});
export type FixedProduct = v.InferOutput<typeof fixedProduct>;

export const fixedHolding = entity('A fixed term of the caller.', {
  id,
  product: id,
  ...terms,
  state: fixedState,
  principal: decimal,
  interest: v.pipe(decimal, v.description('Interest so far; once it ended, what was paid of it.')),
  atTerm: v.pipe(decimal, v.description('Interest of the whole cycle, set aside for it when it was bought.')),
  cost: v.pipe(decimal, v.description('What leaving early cost; 0 otherwise.')),
  day: v.pipe(v.number(), v.safeInteger(), v.description('Whole days so far.')),
  renews: v.pipe(v.boolean(), v.description('Whether the principal is put in again at the end.')),
  openedAt: timestamp,
  endsAt: timestamp,
  closedAt: v.nullable(timestamp),
  renewedAs: v.pipe(v.nullable(id), v.description('The fixed term it was renewed as.')),
});
export type FixedHolding = v.InferOutput<typeof fixedHolding>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const fixedCounts = v.pipe(
  v.object({ 'not-earned': count, earned: count, 'earned-in-advance': count, revoked: count }),
  v.description('How many the caller has of each state.'),
);
export type FixedCounts = v.InferOutput<typeof fixedCounts>;
