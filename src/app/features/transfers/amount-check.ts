import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';

/** What is wrong with an amount, before the exchange is asked. */
export type AmountProblem = 'missing' | 'above-available' | 'below-minimum' | 'above-maximum';

/** What an amount is held against; what is null does not bound it. */
export interface AmountBounds {
  readonly available: Decimal | null;
  readonly minimum?: Decimal | null;
  readonly maximum?: Decimal | null;
}

/** The first thing wrong with an amount as it was typed, or null. */
export function amountProblem(amount: string, { available, minimum, maximum }: AmountBounds): AmountProblem | null {
  if (amount === '' || compareDecimals(amount, '0') <= 0) return 'missing';
  if (available !== null && compareDecimals(amount, available) > 0) return 'above-available';
  if (minimum != null && compareDecimals(amount, minimum) < 0) return 'below-minimum';
  if (maximum != null && compareDecimals(amount, maximum) > 0) return 'above-maximum';
  return null;
}

/** The most that can be moved at once: what is available, or what is allowed. */
export function mostOf({ available, maximum }: AmountBounds): Decimal {
  if (available === null) return '0';
  return maximum != null && compareDecimals(available, maximum) > 0 ? maximum : available;
}
