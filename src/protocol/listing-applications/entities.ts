import * as v from 'valibot';
import { choice, decimal, entity, id, pairId, timestamp } from '../core/fields.ts';

export const listingApplicationState = choice(
  'How an application stands: under review; waiting for the answer to a question; the coin and its pair are listed; refused.',
  ['under-review', 'question', 'listed', 'refused'],
);
export type ListingApplicationState = v.InferOutput<typeof listingApplicationState>;

export const listingApplicationText = entity('What was asked of an applicant, or answered.', {
  by: v.picklist(['desk', 'applicant']),
  text: v.string(),
  at: timestamp,
});
export type ListingApplicationText = v.InferOutput<typeof listingApplicationText>;

export const coinApplication = entity('An application of the user to list a coin.', {
  id,
  state: listingApplicationState,
  name: v.string(),
  englishName: v.string(),
  symbol: v.string(),
  issuance: decimal,
  circulation: decimal,
  holdings: decimal,
  site: v.string(),
  explorer: v.string(),
  region: v.string(),
  whitepaper: v.string(),
  exchanges: v.string(),
  contract: v.string(),
  documents: v.pipe(v.number(), v.description('How many images were handed in.')),
  texts: v.pipe(v.array(listingApplicationText), v.description('Questions and answers, oldest first.')),
  reason: v.pipe(v.nullable(v.string()), v.description('Why it was refused.')),
  pair: v.pipe(v.nullable(pairId), v.description('What it trades as, once listed.')),
  submittedAt: timestamp,
  answerBy: v.pipe(
    v.nullable(timestamp),
    v.description('Until when the desk answers; null while it waits for nobody.'),
  ),
  decidedAt: v.nullable(timestamp),
});
export type ListingApplication = v.InferOutput<typeof coinApplication>;
