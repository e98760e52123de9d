import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const milliseconds = v.pipe(count, v.description('Milliseconds.'));

/** What a model promises and costs; a miner keeps the terms it was bought under. */
const terms = {
  name: v.pipe(v.string(), v.description('The name of the model, as in `Stint 40`.')),
  asset: v.pipe(assetId, v.description('The coin of its price, its fuel and its income.')),
  power: v.pipe(count, v.description('Computing power in TH/s.')),
  yield: v.pipe(decimal, v.description('Static yield: income per TH/s and day.')),
  capacity: v.pipe(count, v.description('Fuel energy that its tank holds.')),
  burn: v.pipe(count, v.description('Energy consumption: fuel burnt by a day of running.')),
  fuelPrice: v.pipe(decimal, v.description('Price of one fuel.')),
  days: v.pipe(count, v.description('Service period in days of running time.')),
  dayMs: v.pipe(
    count,
    v.description('Milliseconds of a day: 24 hours, or less for the short models of practice mode.'),
  ),
  daily: v.pipe(
    decimal,
    v.description('Income of a whole day of running: power × static yield, cut to the coin’s smallest unit.'),
  ),
};

export const minerModel = entity('A model of miners on sale.', {
  id,
  ...terms,
  price: decimal,
  issued: v.pipe(count, v.description('How many there are in all.')),
  sold: count,
  left: v.pipe(
    count,
    v.description('How many can be bought: what is not sold, and no more than the free cover pays the income of.'),
  ),
  perPerson: v.pipe(v.nullable(count), v.description('How many one person may buy; null without a limit.')),
});
export type MinerModel = v.InferOutput<typeof minerModel>;

export const minerState = choice(
  'How a miner stands: bought and not started; running; stopped without fuel, to go on when it is filled; at the end of its service; its last income collected.',
  ['not-started', 'running', 'stopped', 'ended', 'collected'],
);
export type MinerState = v.InferOutput<typeof minerState>;

export const minerRun = entity(
  'How far a miner has run at the moment `asOf`. From there it runs on by itself: a millisecond of running takes `burn` of `tank`, until less is in it or `days × dayMs` have run.',
  {
    startedAt: v.nullable(timestamp),
    asOf: timestamp,
    ran: v.pipe(milliseconds, v.description('Running time in milliseconds.')),
    tank: v.pipe(count, v.description('Fuel left, times `dayMs`.')),
    stoppedAt: v.pipe(v.nullable(timestamp), v.description('Since when it stands without fuel.')),
    endedAt: v.nullable(timestamp),
  },
);

export type MinerRun = v.InferOutput<typeof minerRun>;

export const miner = entity('A miner of the user.', {
  id,
  model: id,
  number: v.pipe(count, v.description('Its number among those of the model.')),
  ...terms,
  price: v.pipe(decimal, v.description('What was paid for it.')),
  state: minerState,
  run: minerRun,
  collected: v.pipe(decimal, v.description('Income that was collected.')),
  toCollect: v.pipe(decimal, v.description('Income that can be collected: of whole days that it ran.')),
  boughtAt: timestamp,
});
export type Miner = v.InferOutput<typeof miner>;

export const minerEvent = entity('Something that happened to a miner.', {
  id,
  what: v.picklist(['bought', 'filled', 'started', 'stopped', 'ended', 'collected']),
  fuel: v.pipe(v.nullable(count), v.description('Fuel that was filled in.')),
  amount: v.pipe(v.nullable(decimal), v.description('What was paid, or collected.')),
  at: timestamp,
});
export type MinerEvent = v.InferOutput<typeof minerEvent>;

export const minedAmount = v.object({ asset: assetId, amount: decimal });
