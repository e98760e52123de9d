import * as v from 'valibot';
import { choice, decimal, entity, id, pairId, timestamp } from '../../fields.ts';

export const coinApplicationState = choice(
  'How an application stands: under review; waiting for the answer to a question; the coin and its pair are listed; refused.',
  ['under-review', 'question', 'listed', 'refused'],
);
export type CoinApplicationState = v.InferOutput<typeof coinApplicationState>;

export const coinApplicationText = entity('What was asked of an applicant, or answered.', {
  by: v.picklist(['desk', 'applicant']),
  text: v.string(),
  at: timestamp,
});
export type CoinApplicationText = v.InferOutput<typeof coinApplicationText>;

export const coinApplication = entity('An application of the user to list a coin.', {
  id,
  state: coinApplicationState,
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
  texts: v.pipe(v.array(coinApplicationText), v.description('Questions and answers, oldest first.')),
  reason: v.pipe(v.nullable(v.string()), v.description('Why it was refused.')),
  pair: v.pipe(v.nullable(pairId), v.description('What it trades as, once listed.')),
  submittedAt: timestamp,
  answerBy: v.pipe(
    v.nullable(timestamp),
    v.description('Until when the desk answers; null while it waits for nobody.'),
  ),
  decidedAt: v.nullable(timestamp),
});
export type CoinApplication = v.InferOutput<typeof coinApplication>;
