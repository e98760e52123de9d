import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, pairId, timestamp } from '#protocol/core/fields.ts';
import { launchpadManners, launchpadStates } from './words.ts';

export const launchpadProject = entity('A new coin that people subscribe to, and how far it is.', {
  id,
  coin: assetId,
  name: v.pipe(v.string(), v.description('The everyday name of the coin.')),
  quote: v.pipe(assetId, v.description('The coin it is paid in.')),
  manner: choice(
    '`first-come` hands out coins at once while there are any; `pro-rata` collects until the close and then gives each a share.',
    launchpadManners,
  ),
  state: choice(
    '`announced` before it opens, `in-progress` until it closes, `settling` while coins are handed out, `ended`.',
    launchpadStates,
  ),
  issuance: v.pipe(decimal, v.description('All that is sold, in the coin. It is held by the exchange beforehand.')),
  price: v.pipe(decimal, v.description('Of one coin, in the quote coin.')),
  piece: v.pipe(decimal, v.description('The smallest part that is handed out, in the coin.')),
  pieceCost: v.pipe(decimal, v.description('What one piece costs, in the quote coin.')),
  minimum: v.pipe(decimal, v.description('The least a person commits, in the quote coin.')),
  maximum: v.pipe(decimal, v.description('The most a person commits altogether, in the quote coin.')),
  committed: v.pipe(decimal, v.description('What everybody has committed, in the quote coin.')),
  people: v.pipe(v.number(), v.description('How many have committed.')),
  sold: v.pipe(decimal, v.description('Coins that were allotted.')),
  remaining: v.pipe(decimal, v.description('Coins that were not allotted.')),
  opensAt: timestamp,
  closesAt: timestamp,
  endedAt: v.pipe(v.nullable(timestamp), v.description('When everybody had been served; null before.')),
  listHash: v.pipe(
    v.nullable(v.string()),
    v.description('SHA-256 in hex of the published list; null before the allotment.'),
  ),
  pair: v.pipe(
    v.nullable(pairId),
    v.description('The pair that opens with a call auction once everybody has been served; null without one.'),
  ),
  auctionMs: v.pipe(
    v.nullable(v.number()),
    v.description('How long that auction collects orders, in milliseconds; null without one.'),
  ),
  practice: v.pipe(v.boolean(), v.description('A project of practice mode that lives for minutes.')),
});
export type LaunchpadProject = v.InferOutput<typeof launchpadProject>;

export const launchpadOrder = entity('What the user has committed to one project, and what became of it.', {
  project: launchpadProject,
  line: v.pipe(v.number(), v.description('The line of the published list that is the user’s.')),
  committed: v.pipe(decimal, v.description('In the quote coin; held in the spot wallet until the allotment.')),
  allotted: v.pipe(v.nullable(decimal), v.description('Coins received; null before the allotment.')),
  spent: v.pipe(v.nullable(decimal), v.description('What was paid for them, in the quote coin.')),
  returned: v.pipe(v.nullable(decimal), v.description('What came back, in the quote coin.')),
  at: v.pipe(timestamp, v.description('Of the first commitment.')),
  servedAt: v.pipe(v.nullable(timestamp), v.description('When coins and change were in the wallet; null before.')),
});
export type LaunchpadOrder = v.InferOutput<typeof launchpadOrder>;
