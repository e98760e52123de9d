import { compareDecimals, decimalPlaces, type Decimal } from '#protocol/core/decimal.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { costAt, type Distance, distanceOf, type TypedPricing, typedPrice } from '../pricing/pricing.ts';

/** The terms of a new advert as they were typed. */
export interface AdvertDraft extends TypedPricing {
  readonly asset: string;
  readonly amount: string;
  readonly min: string;
  readonly max: string;
  /** Payment methods when buying, ids of own collection methods when selling. */
  readonly methods: readonly string[];
}

export type AdvertField = 'price' | 'amount' | 'min' | 'max' | 'methods';
export type AdvertProblem = 'missing' | 'too-fine' | 'too-far' | 'above-available' | 'above-cost' | 'below-min';

interface AdvertCheck {
  readonly price: Decimal | null;
  readonly distance: Distance | null;
  readonly problems: Partial<Record<AdvertField, AdvertProblem>>;
}

interface AdvertBounds {
  readonly index: Decimal | null;
  /** Coins in the fiat wallet. */
  readonly available: Decimal;
  /** Places of the coin. */
  readonly places: number;
}

function isSome(text: string): boolean {
  return text !== '' && compareDecimals(text, '0') > 0;
}

/** What is wrong with an advert before the exchange is asked (spec point 5), field by field. */
export function checkDraft(draft: AdvertDraft, { index, available, places }: AdvertBounds): AdvertCheck {
  const { side, amount, min, max, currency, methods } = draft;
  const price = typedPrice(draft, index);
  const distance = price === null || index === null ? null : distanceOf(price, index);
  const problems: Partial<Record<AdvertField, AdvertProblem>> = {};
  const { decimals, priceDecimals } = fiatCurrencies[currency];
  if (price === null) problems.price = 'missing';
  else if (decimalPlaces(price) > priceDecimals) problems.price = 'too-fine';
  else if (distance === 'refused') problems.price = 'too-far';
  if (!isSome(amount)) problems.amount = 'missing';
  else if (decimalPlaces(amount) > places) problems.amount = 'too-fine';
  else if (side === 'sell' && compareDecimals(amount, available) > 0) problems.amount = 'above-available';
  if (!isSome(min)) problems.min = 'missing';
  else if (decimalPlaces(min) > decimals) problems.min = 'too-fine';
  else if (price !== null && isSome(amount) && compareDecimals(min, costAt(amount, price, currency)) > 0) {
    problems.min = 'above-cost';
  }
  if (!isSome(max)) problems.max = 'missing';
  else if (decimalPlaces(max) > decimals) problems.max = 'too-fine';
  else if (isSome(min) && compareDecimals(max, min) < 0) problems.max = 'below-min';
  if (methods.length === 0) problems.methods = 'missing';
  return { price, distance, problems };
}
