import type { Pair } from '../../protocol/entities/market.ts';
import { fromUnitsFixed } from '../../protocol/maths/decimal.ts';

/** The coin every pair is quoted in. */
export const quoteAsset = 'USDT';

/** Decimal places of the quote coin's smallest unit: a price times an amount must fit them exactly. */
const quoteScale = 8;

/** Fees as a share of what is received. */
const makerFee = '0.0008';
const takerFee = '0.001';

/** Smallest value of one order, in quote. */
const minTotal = '5';

type Listing = readonly [
  base: string,
  name: string,
  priceDecimals: number,
  amountDecimals: number,
  maxAmount: string,
  tags: readonly string[],
  listed: string,
];

/**
 * The coins that trade against USDT, largest first. A tick is one ten-thousandth to one millionth of the
 * price; a lot is worth less than two USDT; the largest order is worth about two million USDT.
 */
const listings: readonly Listing[] = [
  ['BTC', 'Bitcoin', 1, 5, '30', ['layer1', 'payment'], '2021-01-04'],
  ['ETH', 'Ethereum', 2, 4, '600', ['layer1'], '2021-01-04'],
  ['SOL', 'Solana', 2, 3, '12000', ['layer1'], '2021-06-14'],
  ['BNB', 'BNB', 2, 3, '3500', ['layer1'], '2021-02-01'],
  ['XRP', 'XRP', 4, 1, '4000000', ['payment', 'layer1'], '2021-01-04'],
  ['DOGE', 'Dogecoin', 5, 0, '15000000', ['meme', 'payment'], '2021-04-20'],
  ['TON', 'Toncoin', 3, 2, '300000', ['layer1'], '2024-03-11'],
  ['ADA', 'Cardano', 4, 1, '4500000', ['layer1'], '2021-02-15'],
  ['TRX', 'TRON', 5, 1, '16000000', ['layer1', 'payment'], '2021-02-15'],
  ['LINK', 'Chainlink', 3, 2, '130000', ['defi'], '2021-03-01'],
  ['AVAX', 'Avalanche', 2, 2, '60000', ['layer1'], '2021-09-06'],
  ['SHIB', 'Shiba Inu', 8, 0, '100000000000', ['meme'], '2021-10-11'],
  ['DOT', 'Polkadot', 3, 2, '290000', ['layer1'], '2021-03-01'],
  ['LTC', 'Litecoin', 2, 3, '24000', ['payment', 'layer1'], '2021-01-04'],
  ['BCH', 'Bitcoin Cash', 2, 3, '4500', ['payment', 'layer1'], '2021-01-04'],
  ['UNI', 'Uniswap', 3, 2, '210000', ['defi'], '2021-03-22'],
  ['NEAR', 'NEAR Protocol', 3, 2, '350000', ['layer1', 'ai'], '2022-01-17'],
  ['PEPE', 'Pepe', 8, 0, '150000000000', ['meme'], '2023-05-08'],
  ['ICP', 'Internet Computer', 3, 2, '160000', ['layer1', 'ai'], '2021-05-24'],
  ['APT', 'Aptos', 3, 2, '220000', ['layer1'], '2022-10-24'],
  ['SUI', 'Sui', 4, 1, '1700000', ['layer1'], '2023-05-15'],
  ['ARB', 'Arbitrum', 4, 1, '2100000', ['layer2'], '2023-03-27'],
  ['OP', 'Optimism', 4, 1, '900000', ['layer2'], '2022-06-06'],
  ['ATOM', 'Cosmos', 3, 2, '230000', ['layer1'], '2021-03-01'],
  ['FIL', 'Filecoin', 3, 2, '370000', ['storage'], '2021-03-01'],
  ['ETC', 'Ethereum Classic', 3, 2, '75000', ['layer1', 'payment'], '2021-01-04'],
  ['XLM', 'Stellar', 5, 0, '18000000', ['payment', 'layer1'], '2021-02-01'],
  ['HBAR', 'Hedera', 5, 0, '25000000', ['layer1'], '2021-11-01'],
  ['ALGO', 'Algorand', 5, 0, '11000000', ['layer1'], '2021-04-05'],
  ['AAVE', 'Aave', 2, 3, '20000', ['defi'], '2021-03-22'],
  ['MKR', 'Maker', 1, 4, '700', ['defi'], '2021-03-22'],
  ['INJ', 'Injective', 3, 2, '80000', ['defi', 'layer1'], '2023-01-30'],
  ['TIA', 'Celestia', 3, 2, '220000', ['layer1'], '2026-11-06'],
  ['SEI', 'Sei', 4, 1, '4200000', ['layer1'], '2026-11-12'],
  ['USDC', 'USD Coin', 4, 2, '2000000', ['stable'], '2021-01-04'],
];

function asPair([base, name, priceDecimals, amountDecimals, maxAmount, tags, listed]: Listing): Pair {
  if (priceDecimals + amountDecimals > quoteScale) {
    throw new Error(`${base}: a tick times a lot is finer than the smallest unit of ${quoteAsset}`);
  }
  return {
    id: base + quoteAsset,
    base,
    quote: quoteAsset,
    name,
    tickSize: fromUnitsFixed(1n, priceDecimals),
    priceDecimals,
    lotSize: fromUnitsFixed(1n, amountDecimals),
    amountDecimals,
    minAmount: fromUnitsFixed(1n, amountDecimals),
    maxAmount,
    minTotal,
    makerFee,
    takerFee,
    tags: [...tags],
    listedAt: Date.parse(`${listed}T00:00:00Z`),
    open: true,
  };
}

/** Every pair of the exchange, in the default order of boards. */
export const pairs: readonly Pair[] = listings.map(asPair);

const byId = new Map(pairs.map((pair) => [pair.id, pair]));

/** The pair with an id, or null. */
export function findPair(id: string): Pair | null {
  return byId.get(id) ?? null;
}

/**
 * The pair with an id that the exchange itself names.
 *
 * @throws Error when there is none: a broken invariant
 */
export function pairOf(id: string): Pair {
  const pair = byId.get(id);
  if (pair === undefined) throw new Error(`no pair ${id}`);
  return pair;
}

/** A coin, its common name, and the display decimals of its amounts. */
export interface AssetFacts {
  readonly id: string;
  readonly name: string;
  readonly decimals: number;
}

/** Every coin of the exchange: the quote coin, then the bases. */
export const assets: readonly AssetFacts[] = [
  { id: quoteAsset, name: 'Tether', decimals: 2 },
  ...pairs.map((pair) => ({ id: pair.base, name: pair.name, decimals: pair.amountDecimals })),
];
