import type { Pair } from '../../contract/entities/market.ts';
import { decimalPlaces, toExactUnits, toUnits, unitsPerOne } from '../../contract/decimal.ts';
import { assertContractTerms, type MarginTier } from '../engine/contract-terms.ts';
import { assertTerms } from '../engine/market-terms.ts';
import { assetScale } from '../ledger/assets.ts';
import { settlingAsset } from './contract-journals.ts';
import type { ListedContract } from './contract-market.ts';

type Listing = readonly [base: string, lotSize: string, maxLots: number];

/** Perpetual contracts, largest first; a lot is worth some tens of USDT. */
const listings: readonly Listing[] = [
  ['BTC', '0.001', 200_000],
  ['ETH', '0.01', 300_000],
  ['BNB', '0.1', 100_000],
  ['SOL', '0.1', 400_000],
  ['XRP', '100', 100_000],
  ['DOGE', '100', 500_000],
];

const leverages = [1, 2, 3, 5, 10, 20, 50, 100];
const inUnits = (usdt: string) => toUnits(usdt, assetScale(settlingAsset));

/** Larger positions keep more margin and may use less leverage. */
const tiers: readonly MarginTier[] = [
  { costMost: inUnits('50000'), maintenancePpm: 4_000n, leverageMost: 100 },
  { costMost: inUnits('250000'), maintenancePpm: 6_000n, leverageMost: 50 },
  { costMost: inUnits('1000000'), maintenancePpm: 12_000n, leverageMost: 20 },
  { costMost: inUnits('5000000'), maintenancePpm: 25_000n, leverageMost: 10 },
  { costMost: null, maintenancePpm: 60_000n, leverageMost: 5 },
];

/** Fees and bounds of every perpetual contract, in millionths. */
const fees = { openFeePpm: 500n, closeFeePpm: 500n, overnightFeePpm: 300n, premiumBoundPpm: 5_000n };

/** Digits behind the point of a share in millionths. */
export const ppmPlaces = 6;

/** The contracts whose pairs trade. @throws Error when the terms of one do not hold together */
export function listContracts(pairs: readonly Pair[]): ListedContract[] {
  return listings.flatMap(([base, lotSize, maxLots]) => {
    const pair = pairs.find((one) => one.base === base && one.quote === settlingAsset);
    return pair === undefined ? [] : [contractOf(pair, lotSize, maxLots)];
  });
}

function contractOf(pair: Pair, lotSize: string, maxLots: number): ListedContract {
  const quoteScale = assetScale(pair.quote);
  const baseScale = assetScale(pair.base);
  const priceUnitsPerTick = exact(pair.tickSize, quoteScale);
  const baseUnitsPerLot = exact(lotSize, baseScale);
  if (decimalPlaces(pair.tickSize) + decimalPlaces(lotSize) > quoteScale) {
    throw new Error(`${pair.id}: a tick times a lot is finer than the smallest unit of ${pair.quote}`);
  }
  const unitsPerTickLot = (priceUnitsPerTick * baseUnitsPerLot) / unitsPerOne(baseScale);
  const id = `${pair.base}PERP`;
  const book = {
    pair: id,
    base: pair.base,
    quote: pair.quote,
    priceUnitsPerTick,
    baseUnitsPerLot,
    quoteUnitsPerTickLot: unitsPerTickLot,
    minLots: 1,
    maxLots,
    minTotalUnits: 0n,
    makerFeePpm: fees.openFeePpm,
    takerFeePpm: fees.openFeePpm,
  };
  const terms = { contract: id, unitsPerTickLot, minLots: 1, maxLots, leverages, tiers, ...fees };
  assertTerms(book);
  assertContractTerms(terms);
  return { id, pair: pair.id, wallet: 'contract', terms, book };
}

function exact(text: string, scale: number): bigint {
  const units = toExactUnits(text, scale);
  if (units === null) throw new Error(`${text} has more than ${scale} places`);
  return units;
}
