import * as v from 'valibot';
import { decimal, timestamp } from '#protocol/core/fields.ts';

/** Fiat rates for display; nothing is ever paid at them. */
export const platformRates = v.object({
  list: v.array(
    v.object({
      currency: v.pipe(v.string(), v.description('ISO 4217.')),
      symbol: v.string(),
      rate: v.pipe(decimal, v.description('Units of the currency for one USDT.')),
      at: v.pipe(
        v.optional(timestamp),
        v.description('When the rate was last confirmed. Not in older answers that a device kept.'),
      ),
    }),
  ),
  at: v.pipe(timestamp, v.description('When the oldest of them was last confirmed.')),
});

export type PlatformRates = v.InferOutput<typeof platformRates>;
