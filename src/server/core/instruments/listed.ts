import type { Ms } from '#protocol/core/brand.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { fromUnits, fromUnitsFixed, type Decimal } from '#protocol/core/decimal.ts';

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

/** Wallets that contracts are paid from: each has margin tiers and rules of liquidation of its own. */
export const contractWallet = ['contract', 'gold'] as const satisfies readonly Wallet[];

/** A contract of the exchange: what its row says. Its steps of price are those of the pair or index it follows. */
export interface ContractRow {
  readonly id: string;
  /** Base of the pair or index it follows, which is quoted in USDT. */
  readonly base: string;
  /** Suffix of its name, as in `XAU/USDT Mini`; null for none. */
  readonly kind: string | null;
  readonly wallet: (typeof contractWallet)[number];
  /** Base amount of one lot. */
  readonly lotSize: Decimal;
  /** Most lots of one order. */
  readonly maxLots: number;
  /** Shares of the value, in millionths: of opening, of closing, and of each night. */
  readonly openFeePpm: number;
  readonly closeFeePpm: number;
  readonly overnightFeePpm: number;
  readonly listedAt: Ms;
}

/** Everything that is listed, in the order of lists and boards. */
export interface InstrumentsContent {
  readonly coins: readonly ListedCoin[];
  readonly pairs: readonly ListedPair[];
  readonly contracts: readonly ContractRow[];
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
