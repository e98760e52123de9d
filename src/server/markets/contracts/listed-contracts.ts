import { hourMs } from '#protocol/core/durations.ts';
import type { MarginTier } from '#protocol/contracts/maths/margin.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { decimalPlaces, toExactUnits, toUnits, unitsPerOne, type Decimal } from '#protocol/core/decimal.ts';
import type { PriceSteps } from '#protocol/core/ticks.ts';
import { assertContractTerms, type ContractTerms, type LiquidationTerms } from '../engine/contract-terms.ts';
import { assertTerms, type MarketTerms } from '../engine/market-terms.ts';
import { assertHours, type TradingHours } from '../engine/trading-sessions.ts';
import { assetScale } from '#server/core/assets.ts';
import type { ContractRow } from '#server/core/instruments/listed.ts';
import { instruments } from '#server/core/instruments/instruments.ts';

/** The settlement coin of contracts. */
export const settlingAsset = 'USDT';

/** A listed contract: its terms, its book's steps, the wallet it is paid from. */
export interface ListedContract extends PriceSteps {
  readonly id: string;
  /** Its display name. */
  readonly name: string;
  /** The underlying pair or index. */
  readonly pair: string;
  readonly wallet: ContractRow['wallet'];
  readonly terms: ContractTerms;
  readonly book: MarketTerms;
  /** Base amount of one lot. */
  readonly lotSize: Decimal;
  /** Trading hours. Outside them nothing is opened, closed, protected or charged, and no price triggers anything. */
  readonly hours: TradingHours;
}

/** Whether a contract, also one whose underlying has no price, is one of gold. */
export function isGold(contract: string): boolean {
  return instruments.contracts.some(({ id, wallet }) => id === contract && wallet === 'gold');
}

const inUnits = (usdt: string) => toUnits(usdt, assetScale(settlingAsset));

type Rules = Pick<
  ContractTerms,
  'leverages' | 'tiers' | 'premiumBoundPpm' | 'impactUnits' | 'openBandPpm' | 'liquidation'
>;

/** Larger positions need more margin and allow less leverage. */
const tiers: readonly MarginTier[] = [
  { costMost: inUnits('50000'), maintenancePpm: 4_000n, leverageMost: 100 },
  { costMost: inUnits('250000'), maintenancePpm: 6_000n, leverageMost: 50 },
  { costMost: inUnits('1000000'), maintenancePpm: 12_000n, leverageMost: 20 },
  { costMost: inUnits('5000000'), maintenancePpm: 25_000n, leverageMost: 10 },
  { costMost: null, maintenancePpm: 60_000n, leverageMost: 5 },
];

/**
 * A liquidation sells at most 100,000 USDT at one mark price, waits ten seconds for buyers near it, and takes at most a
 * twentieth of the insurance fund; all liquidations of a contract together take at most a fifth of it within an hour.
 */
const liquidation: Omit<LiquidationTerms, 'bandPpm'> = {
  sliceMost: inUnits('100000'),
  patienceMs: 10_000,
  fundOncePpm: 50_000n,
  fundWindowPpm: 200_000n,
  fundWindowMs: hourMs,
};

/**
 * Margin and liquidation of the contracts of each wallet. Gold is about a third as volatile as a coin, so margins are lower.
 */
const rules: Readonly<Record<ListedContract['wallet'], Rules>> = {
  contract: {
    leverages: [1, 2, 3, 5, 10, 20, 50, 100],
    tiers,
    premiumBoundPpm: 5_000n,
    impactUnits: inUnits('10000'),
    openBandPpm: 50_000n,
    liquidation: { ...liquidation, bandPpm: 3_000n },
  },
  gold: {
    leverages: [1, 2, 5, 10, 20, 50, 100],
    tiers: [
      { costMost: inUnits('100000'), maintenancePpm: 4_000n, leverageMost: 100 },
      { costMost: inUnits('500000'), maintenancePpm: 6_000n, leverageMost: 50 },
      { costMost: inUnits('2000000'), maintenancePpm: 12_000n, leverageMost: 20 },
      { costMost: null, maintenancePpm: 25_000n, leverageMost: 10 },
    ],
    premiumBoundPpm: 2_000n,
    impactUnits: inUnits('10000'),
    openBandPpm: 20_000n,
    liquidation: { ...liquidation, bandPpm: 1_500n },
  },
};

/** Decimal places for sizes of a base that no wallet holds, such as gold. */
export const contractBaseScale = 8;

/**
 * The contracts whose underlying has a price.
 *
 * @param followed tradable pairs, and indices
 * @param goldHours trading hours of gold; coins always trade
 * @throws Error when the terms of one are inconsistent
 */
export function listContracts(followed: readonly Pair[], goldHours: TradingHours = null): ListedContract[] {
  return instruments.contracts.flatMap((row) => {
    const pair = followed.find((one) => one.base === row.base && one.quote === settlingAsset);
    return pair === undefined ? [] : [contractOf(pair, row, row.wallet === 'gold' ? goldHours : null)];
  });
}

function contractOf(pair: Pair, row: ContractRow, hours: TradingHours): ListedContract {
  const { id, kind, wallet, lotSize, maxLots } = row;
  const quoteScale = assetScale(pair.quote);
  const tickUnits = exact(pair.tickSize, quoteScale);
  const priceDecimals = decimalPlaces(pair.tickSize);
  const lotUnits = exact(lotSize, contractBaseScale);
  if (decimalPlaces(pair.tickSize) + decimalPlaces(lotSize) > quoteScale) {
    throw new Error(`${pair.id}: a tick times a lot is finer than the smallest unit of ${pair.quote}`);
  }
  const unitsPerTickLot = (tickUnits * lotUnits) / unitsPerOne(contractBaseScale);
  const own = {
    ...rules[wallet],
    openFeePpm: BigInt(row.openFeePpm),
    closeFeePpm: BigInt(row.closeFeePpm),
    overnightFeePpm: BigInt(row.overnightFeePpm),
  };
  const book = {
    pair: id,
    base: pair.base,
    quote: pair.quote,
    tickUnits,
    lotUnits,
    unitsPerTickLot,
    minLots: 1,
    maxLots,
    minTotalUnits: 0n,
    makerFeePpm: own.openFeePpm,
    takerFeePpm: own.openFeePpm,
  };
  const terms = { contract: id, unitsPerTickLot, minLots: 1, maxLots, ...own };
  assertTerms(book);
  assertContractTerms(terms);
  assertHours(hours);
  const name = `${pair.base}/${pair.quote}${kind === null ? '' : ` ${kind}`}`;
  return { id, name, pair: pair.id, wallet, terms, book, tickUnits, priceDecimals, lotSize, hours };
}

function exact(text: string, scale: number): bigint {
  const units = toExactUnits(text, scale);
  if (units === null) throw new Error(`${text} has more than ${scale} places`);
  return units;
}
