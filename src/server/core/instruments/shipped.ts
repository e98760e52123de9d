import type { Decimal } from '#protocol/core/decimal.ts';
import { fromUnitsFixed } from '#protocol/core/decimal.ts';
import {
  type ContractRow,
  type ListedCoin,
  type ListedPair,
  type InstrumentsContent,
  pairOfRow,
  quoteAsset,
} from './listed.ts';

/**
 * What is listed before any operator said otherwise: the first content of the tables, written once into a store that has
 * none. From then on the tables alone count, and nothing here is read again. Tests without a store work with it.
 */

type CoinLine = readonly [id: string, name: string, scale: number, displayDecimals: number, faucetAmount: Decimal];

/**
 * Supplies times 10^scale stay far below 2^63, which is why coins with supplies in the trillions have a small scale. The
 * faucet hands out round amounts worth some hundreds to thousands of USDT.
 */
const coinLines: readonly CoinLine[] = [
  ['USDT', 'Tether', 8, 2, '10000'],
  ['USDC', 'USD Coin', 8, 2, '10000'],
  ['AAVE', 'Aave', 8, 4, '10'],
  ['ADA', 'Cardano', 8, 2, '2000'],
  ['ALGO', 'Algorand', 8, 2, '5000'],
  ['APT', 'Aptos', 8, 4, '200'],
  ['ARB', 'Arbitrum', 8, 2, '2000'],
  ['ATOM', 'Cosmos', 8, 4, '200'],
  ['AVAX', 'Avalanche', 8, 4, '50'],
  ['BCH', 'Bitcoin Cash', 8, 5, '5'],
  ['BNB', 'BNB', 8, 5, '5'],
  ['BTC', 'Bitcoin', 8, 8, '0.1'],
  ['DOGE', 'Dogecoin', 6, 2, '5000'],
  ['DOT', 'Polkadot', 8, 4, '200'],
  ['ETC', 'Ethereum Classic', 8, 4, '50'],
  ['ETH', 'Ethereum', 8, 6, '1'],
  ['FIL', 'Filecoin', 8, 4, '200'],
  ['HBAR', 'Hedera', 8, 2, '10000'],
  ['ICP', 'Internet Computer', 8, 4, '200'],
  ['INJ', 'Injective', 8, 4, '50'],
  ['LINK', 'Chainlink', 8, 4, '100'],
  ['LTC', 'Litecoin', 8, 5, '20'],
  ['MKR', 'Maker', 8, 6, '1'],
  ['NEAR', 'NEAR Protocol', 8, 4, '300'],
  ['OP', 'Optimism', 8, 4, '1000'],
  ['PEPE', 'Pepe', 2, 0, '100000000'],
  ['SEI', 'Sei', 8, 2, '3000'],
  ['SHIB', 'Shiba Inu', 2, 0, '50000000'],
  ['SOL', 'Solana', 8, 4, '20'],
  ['SUI', 'Sui', 8, 4, '500'],
  ['TIA', 'Celestia', 8, 4, '300'],
  ['TON', 'Toncoin', 8, 4, '300'],
  ['TRX', 'TRON', 6, 2, '5000'],
  ['UNI', 'Uniswap', 8, 4, '200'],
  ['XLM', 'Stellar', 7, 2, '5000'],
  ['XRP', 'XRP', 6, 2, '2000'],
];

type PairLine = readonly [
  base: string,
  priceDecimals: number,
  amountDecimals: number,
  maxAmount: Decimal,
  tags: readonly string[],
  listed: string,
];

/**
 * The coins that trade against USDT, largest first. A tick is one ten-thousandth to one millionth of the
 * price; a lot is worth less than two USDT; the largest order is worth about two million USDT.
 */
const pairLines: readonly PairLine[] = [
  ['BTC', 1, 5, '30', ['layer1', 'payment'], '2021-01-04'],
  ['ETH', 2, 4, '600', ['layer1'], '2021-01-04'],
  ['SOL', 2, 3, '12000', ['layer1'], '2021-06-14'],
  ['BNB', 2, 3, '3500', ['layer1'], '2021-02-01'],
  ['XRP', 4, 1, '4000000', ['payment', 'layer1'], '2021-01-04'],
  ['DOGE', 5, 0, '15000000', ['meme', 'payment'], '2021-04-20'],
  ['TON', 3, 2, '300000', ['layer1'], '2024-03-11'],
  ['ADA', 4, 1, '4500000', ['layer1'], '2021-02-15'],
  ['TRX', 5, 1, '16000000', ['layer1', 'payment'], '2021-02-15'],
  ['LINK', 3, 2, '130000', ['defi'], '2021-03-01'],
  ['AVAX', 2, 2, '60000', ['layer1'], '2021-09-06'],
  ['SHIB', 8, 0, '100000000000', ['meme'], '2021-10-11'],
  ['DOT', 3, 2, '290000', ['layer1'], '2021-03-01'],
  ['LTC', 2, 3, '24000', ['payment', 'layer1'], '2021-01-04'],
  ['BCH', 2, 3, '4500', ['payment', 'layer1'], '2021-01-04'],
  ['UNI', 3, 2, '210000', ['defi'], '2021-03-22'],
  ['NEAR', 3, 2, '350000', ['layer1', 'ai'], '2022-01-17'],
  ['PEPE', 8, 0, '150000000000', ['meme'], '2023-05-08'],
  ['ICP', 3, 2, '160000', ['layer1', 'ai'], '2021-05-24'],
  ['APT', 3, 2, '220000', ['layer1'], '2022-10-24'],
  ['SUI', 4, 1, '1700000', ['layer1'], '2023-05-15'],
  ['ARB', 4, 1, '2100000', ['layer2'], '2023-03-27'],
  ['OP', 4, 1, '900000', ['layer2'], '2022-06-06'],
  ['ATOM', 3, 2, '230000', ['layer1'], '2021-03-01'],
  ['FIL', 3, 2, '370000', ['storage'], '2021-03-01'],
  ['ETC', 3, 2, '75000', ['layer1', 'payment'], '2021-01-04'],
  ['XLM', 5, 0, '18000000', ['payment', 'layer1'], '2021-02-01'],
  ['HBAR', 5, 0, '25000000', ['layer1'], '2021-11-01'],
  ['ALGO', 5, 0, '11000000', ['layer1'], '2021-04-05'],
  ['AAVE', 2, 3, '20000', ['defi'], '2021-03-22'],
  ['MKR', 1, 4, '700', ['defi'], '2021-03-22'],
  ['INJ', 3, 2, '80000', ['defi', 'layer1'], '2023-01-30'],
  ['TIA', 3, 2, '220000', ['layer1'], '2026-11-06'],
  ['SEI', 4, 1, '4200000', ['layer1'], '2026-11-12'],
  ['USDC', 4, 2, '2000000', ['stable'], '2021-01-04'],
];

/** The day of the first listings, for the quote coin, which has no pair of its own. */
const firstDay = '2021-01-04';

const dayStart = (day: string) => Date.parse(`${day}T00:00:00Z`);
const listedOn = new Map(pairLines.map(([base, , , , , listed]) => [base, listed]));

const coins = coinLines.map(([id, name, scale, displayDecimals, faucetAmount]): ListedCoin => ({
  id,
  name,
  scale,
  displayDecimals,
  faucetAmount,
  listedAt: dayStart(listedOn.get(id) ?? firstDay),
}));
const names = new Map(coins.map(({ id, name }) => [id, name]));

const pairs = pairLines.map(([base, priceDecimals, amountDecimals, maxAmount, tags, listed]): ListedPair =>
  pairOfRow(
    {
      base,
      quote: quoteAsset,
      priceDecimals,
      amountDecimals,
      minAmount: fromUnitsFixed(1n, amountDecimals),
      maxAmount,
      minTotal: '5',
      makerFeePpm: 800,
      takerFeePpm: 1_000,
      tags,
      listedAt: dayStart(listed),
      state: 'open',
      opensAt: null,
      cancelsAt: null,
      closesAt: null,
      referencePrice: null,
    },
    names.get(base) ?? base,
  ),
);

type ContractLine = readonly [base: string, lotSize: Decimal, maxLots: number];

/** Perpetual contracts, largest first; most lots are worth some tens of USDT. */
const perpetualLines: readonly ContractLine[] = [
  ['BTC', '0.001', 200_000],
  ['ETH', '0.01', 300_000],
  ['BNB', '0.1', 100_000],
  ['SOL', '0.1', 400_000],
  ['XRP', '100', 100_000],
  ['DOGE', '100', 500_000],
];

const perpetuals = perpetualLines.map(([base, lotSize, maxLots]): ContractRow => ({
  id: `${base}PERP`,
  base,
  kind: null,
  wallet: 'contract',
  lotSize,
  maxLots,
  openFeePpm: 500,
  closeFeePpm: 500,
  overnightFeePpm: 300,
  listedAt: dayStart(firstDay),
}));

/** Gold is about a third as volatile as a coin, so its fees are lower. A lot is an ounce, or a hundredth of one. */
const gold = { base: 'XAU', wallet: 'gold', openFeePpm: 200, closeFeePpm: 200, overnightFeePpm: 100 } as const;
const goldContracts: readonly ContractRow[] = [
  { id: 'XAUPERP', kind: null, lotSize: '1', maxLots: 2_000, listedAt: dayStart(firstDay), ...gold },
  { id: 'XAUMINI', kind: 'Mini', lotSize: '0.01', maxLots: 200_000, listedAt: dayStart(firstDay), ...gold },
];

export const shippedInstruments: InstrumentsContent = { coins, pairs, contracts: [...perpetuals, ...goldContracts] };
