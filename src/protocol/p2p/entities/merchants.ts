import * as v from 'valibot';
import { assetId, decimal, entity, id, timestamp } from '#protocol/core/fields.ts';
import { fiatCurrencyCodes } from '../currencies.ts';

const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439));

export const openingHours = v.pipe(
  v.strictObject({
    from: v.pipe(minute, v.description('The first minute of the day.')),
    to: v.pipe(minute, v.description('The first minute after it; before `from` it is one of the next day.')),
    offsetMinutes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(-720),
      v.maxValue(840),
      v.description('Of the merchant’s time from UTC.'),
    ),
  }),
  v.check(({ from, to }) => from !== to, 'two different minutes'),
  v.description('Hours of every day in which a merchant’s adverts can be taken.'),
);

export const merchantSettings = entity('How a merchant trades.', {
  paused: v.pipe(v.boolean(), v.description('All adverts rest: none is listed or can be taken. Open orders go on.')),
  hours: v.pipe(v.nullable(openingHours), v.description('Null: always.')),
  open: v.pipe(v.boolean(), v.description('Whether adverts can be taken now: not paused, and within the hours.')),
  autoReply: v.pipe(v.string(), v.description('Said in the conversation of every new order; empty for nothing.')),
  blocked: v.pipe(
    v.array(v.object({ id, nickname: v.nullable(v.string()) })),
    v.description('Who neither sees nor takes the merchant’s adverts.'),
  ),
});
export type MerchantSettings = v.InferOutput<typeof merchantSettings>;

const traded = {
  orders: v.number(),
  quantity: v.pipe(decimal, v.description('Coins.')),
  amount: v.pipe(decimal, v.description('Money, in the currency.')),
};

export const merchantDay = entity('What was traded today.', {
  since: v.pipe(timestamp, v.description('When the day began (UTC+8).')),
  rows: v.pipe(
    v.array(
      v.object({
        asset: assetId,
        currency: v.picklist(fiatCurrencyCodes),
        sold: v.object(traded),
        bought: v.object(traded),
        total: v.object(traded),
      }),
    ),
    v.description('By coin and currency: orders that were completed, of own adverts and of those of others.'),
  ),
});
export type MerchantDay = v.InferOutput<typeof merchantDay>;
