import * as v from 'valibot';
import { assetId, decimal, id, timestamp } from '../fields.ts';

/** A rate that holds until `expiresAt`; using it is `POST convert`. */
export const conversionQuote = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
  from: assetId,
  to: assetId,
  /** What is given, in `from`. */
  amount: decimal,
  /** What is got, in `to`, the fee already taken. */
  receives: decimal,
  /** One of `from` in `to`, at the middle of the market. */
  rate: decimal,
  /** In `to`. */
  fee: decimal,
  expiresAt: timestamp,
});
export type ConversionQuote = v.InferOutput<typeof conversionQuote>;

/** A coin that can be converted, and how much of it at once. */
export const convertibleCoin = v.object({ asset: assetId, minimum: decimal, maximum: decimal, available: decimal });
export type ConvertibleCoin = v.InferOutput<typeof convertibleCoin>;

/** An instant transfer as one of the two sees it. */
export const instantTransfer = v.object({
  id,
  direction: v.picklist(['in', 'out']),
  /** The other user's name, masked. */
  counterparty: v.string(),
  asset: assetId,
  amount: decimal,
  remark: v.string(),
  at: timestamp,
});
export type InstantTransfer = v.InferOutput<typeof instantTransfer>;

/** Value of all wallets at one time, in USDT. */
export const valuePoint = v.object({ at: timestamp, total: decimal });
export type ValuePoint = v.InferOutput<typeof valuePoint>;
