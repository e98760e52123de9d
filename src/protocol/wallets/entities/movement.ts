import * as v from 'valibot';
import { assetId, decimal, entity, id, shownUserId, timestamp } from '#protocol/core/fields.ts';

export const conversionQuote = entity('A rate that holds until `expiresAt`; using it is `POST convert`.', {
  id: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
  from: assetId,
  to: assetId,
  amount: v.pipe(decimal, v.description('What is given, in `from`.')),
  receives: v.pipe(decimal, v.description('What is got, in `to`, the fee already taken.')),
  rate: v.pipe(decimal, v.description('One of `from` in `to`, at the middle of the market.')),
  fee: v.pipe(decimal, v.description('In `to`.')),
  expiresAt: timestamp,
});
export type ConversionQuote = v.InferOutput<typeof conversionQuote>;

export const convertibleCoin = v.pipe(
  v.object({ asset: assetId, minimum: decimal, maximum: decimal, available: decimal }),
  v.description('A coin that can be converted, and how much of it at once.'),
);
export type ConvertibleCoin = v.InferOutput<typeof convertibleCoin>;

export const smallBalance = entity('A balance of the spot wallet below the least order of its pair.', {
  asset: assetId,
  amount: v.pipe(decimal, v.description('All that is available.')),
  worth: v.pipe(decimal, v.description('What it brings before the fee, in the coin it is converted into.')),
  fee: v.pipe(decimal, v.description('In the coin it is converted into.')),
});
export type SmallBalance = v.InferOutput<typeof smallBalance>;

export const smallBalances = v.pipe(
  v.object({
    into: assetId,
    balances: v.pipe(v.array(smallBalance), v.description('By worth, the largest first.')),
    quote: v.pipe(
      v.nullable(v.object({ id: conversionQuote.entries.id, expiresAt: timestamp })),
      v.description('Prices that hold until `expiresAt`; null when nothing is small, or today was used.'),
    ),
    nextAt: v.pipe(
      v.nullable(timestamp),
      v.description('The next day (UTC) on which they can be converted; null when they can be now.'),
    ),
  }),
  v.description('Small balances, which are converted together once a day.'),
);
export type SmallBalances = v.InferOutput<typeof smallBalances>;

export const smallReceipt = v.pipe(
  v.object({ into: assetId, balances: v.array(smallBalance), fee: decimal, receives: decimal }),
  v.description('What small balances were converted into, with the sum of the fees and what was received after them.'),
);
export type SmallReceipt = v.InferOutput<typeof smallReceipt>;

export const instantTransfer = entity('An instant transfer as one of the two sees it.', {
  id,
  direction: v.picklist(['in', 'out']),
  counterparty: v.pipe(v.string(), v.description('The other user’s name, masked.')),
  counterpartyId: shownUserId,
  asset: assetId,
  amount: decimal,
  remark: v.string(),
  at: timestamp,
});
export type InstantTransfer = v.InferOutput<typeof instantTransfer>;

export const valuePoint = entity('Value of all wallets at one time, in USDT, truncated to 2 places.', {
  at: timestamp,
  total: decimal,
  flows: v.pipe(
    decimal,
    v.description(
      'What came in less what went out since the first point (deposits, withdrawals, transfers from and to others, practice coins), each at its price at that time: the profit is the change of `total` less this.',
    ),
  ),
});
export type ValuePoint = v.InferOutput<typeof valuePoint>;
