import type { Ms } from '../../../protocol/brand.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import { fromUnits, fromUnitsFixed, type Decimal } from '../../../protocol/maths/decimal.ts';

/** The coin every pair is quoted in. */
export const quoteAsset = 'USDT';

/** How a coin is counted and shown. */
export interface Asset {
  readonly id: string;
  /** Decimal places of the ledger's smallest unit: an amount of 1 is 10^-scale. */
  readonly scale: number;
  /** Decimal places shown to users; further digits are truncated. */
  readonly displayDecimals: number;
}

/** A coin of the exchange. */
export interface ListedCoin extends Asset {
  /** Its everyday name, as in `Bitcoin`. */
  readonly name: string;
  /** What the faucet of practice mode hands out at a time; null for nothing. */
  readonly faucetAmount: Decimal | null;
  readonly listedAt: Ms;
}

/** A pair of the exchange, in any state. */
export interface ListedPair extends Pair {
  /** Its price before anybody traded, in quote; null where an external price is waited for. */
  readonly referencePrice: Decimal | null;
}

/** Everything that is listed, in the order of lists and boards. */
export interface ListingContent {
  readonly coins: readonly ListedCoin[];
  readonly pairs: readonly ListedPair[];
}

/** What a pair's row says: all but what follows from it and from its coin. */
export type PairRow = Omit<
  ListedPair,
  'id' | 'name' | 'tickSize' | 'lotSize' | 'makerFee' | 'takerFee' | 'open' | 'tags'
> & {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly tags: readonly string[];
};

/** Fees are shares of what is received, in millionths. */
export const feePlaces = 6;

/** The pair of a row. @param name of its base coin */
export function pairOfRow({ makerFeePpm, takerFeePpm, tags, ...row }: PairRow, name: string): ListedPair {
  return {
    ...row,
    id: row.base + row.quote,
    name,
    tickSize: fromUnitsFixed(1n, row.priceDecimals),
    lotSize: fromUnitsFixed(1n, row.amountDecimals),
    makerFee: fromUnits(BigInt(makerFeePpm), feePlaces),
    takerFee: fromUnits(BigInt(takerFeePpm), feePlaces),
    tags: [...tags],
    open: row.state === 'open',
  };
}
