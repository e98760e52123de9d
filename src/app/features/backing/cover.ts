import type { BackingAccount } from '#protocol/backing/entities.ts';
import { compareDecimals, type Decimal, divideDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import type { BackedProduct } from '#protocol/core/products.ts';

/** What an account holds of a coin, beside what it has promised of it. */
export interface Cover {
  readonly held: Decimal;
  readonly promised: Decimal;
  /** Held and not promised: what new promises can be made of. Never below zero. */
  readonly free: Decimal;
  /** Held for each coin promised, cut to three places: `1.121`; null where nothing is promised. */
  readonly share: Decimal | null;
}

const sharePlaces = 3;

/** The cover that two figures make. */
export function coverFrom(held: Decimal, promised: Decimal): Cover {
  const free = subtractDecimals(held, promised);
  return {
    held,
    promised,
    free: free.startsWith('-') ? '0' : free,
    share: compareDecimals(promised, '0') > 0 ? divideDecimals(held, promised, sharePlaces) : null,
  };
}

/** The cover of a product in a coin; nothing where it has no such account. */
export function coverOf(accounts: readonly BackingAccount[], product: BackedProduct, asset: string): Cover {
  const account = accounts.find((one) => one.product === product && one.asset === asset);
  return coverFrom(account?.held ?? '0', account?.promised ?? '0');
}
