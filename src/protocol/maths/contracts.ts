import { type Decimal, fromUnits, fromUnitsFixed, toExactUnits, toUnits, unitsPerOne } from './decimal.ts';
import type { ContractSide, ListedContract } from '../entities/contract.ts';

/**
 * The sums of a contract as the exchange works them out (design section 3), for whoever wants to know them before. Prices
 * are whole ticks, sizes whole lots, money is `bigint` in units of 10^-8 USDT; every step is exact or cut.
 */

/** Digits behind the point of the units that money is worked out in. */
export const contractMoneyScale = 8;

const ppmScale = 6;
const million = 1_000_000n;

/** Larger positions need more margin; size is what the position cost. */
export interface ContractTier {
  /** Null for the last tier. */
  readonly costMost: bigint | null;
  readonly maintenancePpm: bigint;
  readonly leverageMost: number;
}

/** A listed contract as integers. */
export interface ContractSpec {
  readonly tickUnits: bigint;
  readonly priceDecimals: number;
  /** Units that one lot is worth at a price of one tick. */
  readonly unitsPerTickLot: bigint;
  readonly minLots: number;
  readonly maxLots: number;
  readonly leverages: readonly number[];
  readonly tiers: readonly ContractTier[];
  readonly openFeePpm: bigint;
  readonly closeFeePpm: bigint;
  readonly overnightFeePpm: bigint;
}

/** What the sums of a position need to know of it. */
export interface ContractStake {
  readonly side: ContractSide;
  readonly lots: number;
  /** What the lots cost. */
  readonly cost: bigint;
  readonly margin: bigint;
}

/** The integers of a listed contract. */
export function contractSpec(listed: ListedContract): ContractSpec {
  const tickUnits = toUnits(listed.tickSize, contractMoneyScale);
  return {
    tickUnits,
    priceDecimals: listed.priceDecimals,
    unitsPerTickLot: (tickUnits * toUnits(listed.lotSize, contractMoneyScale)) / unitsPerOne(contractMoneyScale),
    minLots: listed.minLots,
    maxLots: listed.maxLots,
    leverages: listed.leverages,
    tiers: listed.tiers.map(({ costMost, maintenanceRate, leverageMost }) => ({
      costMost: costMost === null ? null : toUnits(costMost, contractMoneyScale),
      maintenancePpm: toUnits(maintenanceRate, ppmScale),
      leverageMost,
    })),
    openFeePpm: toUnits(listed.openFeeRate, ppmScale),
    closeFeePpm: toUnits(listed.closeFeeRate, ppmScale),
    overnightFeePpm: toUnits(listed.overnightFeeRate, ppmScale),
  };
}

/** The ticks of a price, or null when it is none or lies between two ticks. */
export function ticksOfPrice(spec: ContractSpec, price: string): number | null {
  const units = toExactUnits(price, contractMoneyScale);
  if (units === null || units <= 0n || units % spec.tickUnits !== 0n) return null;
  const ticks = units / spec.tickUnits;
  return ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : null;
}

/** The price of a number of ticks, with all its places. */
export function priceOfTicks(spec: ContractSpec, ticks: number): Decimal {
  const units = BigInt(ticks) * spec.tickUnits;
  return fromUnitsFixed(units / unitsPerOne(contractMoneyScale - spec.priceDecimals), spec.priceDecimals);
}

/** Money as a decimal. */
export function moneyOf(units: bigint): Decimal {
  return fromUnits(units, contractMoneyScale);
}

/** A decimal as money, cut. */
export function unitsOfMoney(money: Decimal): bigint {
  return toUnits(money, contractMoneyScale);
}

/** What lots are worth at a price: exact. */
export function lotsValue(spec: ContractSpec, ticks: number, lots: number): bigint {
  return BigInt(ticks) * BigInt(lots) * spec.unitsPerTickLot;
}

/** The tier of a position by its cost. @throws Error when the contract has no last tier */
export function tierOfCost(spec: ContractSpec, cost: bigint): ContractTier {
  const tier = spec.tiers.find(({ costMost }) => costMost === null || cost <= costMost);
  if (tier === undefined) throw new Error('a contract without a last tier');
  return tier;
}

/** Leverages that a size may use, ascending. */
export function leveragesFor(spec: ContractSpec, cost: bigint): readonly number[] {
  const { leverageMost } = tierOfCost(spec, cost);
  return spec.leverages.filter((leverage) => leverage <= leverageMost);
}

/** Margin that a cost needs at a leverage, rounded up to a whole unit. */
export function marginFor(cost: bigint, leverage: number): bigint {
  const by = BigInt(leverage);
  return (cost + by - 1n) / by;
}

/** A fee on a value, cut in favour of the user. */
export function feeOn(value: bigint, ppm: bigint): bigint {
  return (value * ppm) / million;
}

/** Profit, or loss below zero, of lots that cost something at a price, before fees. */
export function profitAtTicks(spec: ContractSpec, stake: Omit<ContractStake, 'margin'>, ticks: number): bigint {
  const value = lotsValue(spec, ticks, stake.lots);
  return stake.side === 'long' ? value - stake.cost : stake.cost - value;
}

/**
 * Margin that a position must keep at a price, by the tier of all that its owner holds on its side.
 *
 * @param sideCost what all positions of the owner on its side cost; its own cost when it is the only one
 */
export function maintenanceAtTicks(
  spec: ContractSpec,
  { cost, lots }: Pick<ContractStake, 'cost' | 'lots'>,
  ticks: number,
  sideCost: bigint = cost,
): bigint {
  return feeOn(lotsValue(spec, ticks, lots), tierOfCost(spec, sideCost).maintenancePpm);
}

/**
 * The mark price that closes a position by force: where margin and profit together no longer cover the maintenance
 * margin. Rounded down for a long, up for a short.
 *
 * @param sideCost as of `maintenanceAtTicks`
 * @returns null when no price of at least one tick does
 */
export function liquidationAt(
  spec: ContractSpec,
  { side, lots, cost, margin }: ContractStake,
  sideCost: bigint = cost,
): number | null {
  const rate = tierOfCost(spec, sideCost).maintenancePpm;
  const perTick = BigInt(lots) * spec.unitsPerTickLot;
  if (side === 'long') {
    const ticks = ((cost - margin) * million) / (perTick * (million - rate));
    return cost <= margin || ticks < 1n ? null : Number(ticks);
  }
  const below = perTick * (million + rate);
  return Number(((cost + margin) * million + below - 1n) / below);
}

/** A share as millionths. */
export function ppmOf(share: Decimal): bigint {
  return toUnits(share, ppmScale);
}

/**
 * How near a position is to its end, in millionths: maintenance by what is left; at a million and above it is past it.
 *
 * @param maintenancePpm by the tier of all that the owner holds on its side
 */
export function riskAt(
  spec: ContractSpec,
  stake: ContractStake,
  ticks: number,
  maintenancePpm: bigint = tierOfCost(spec, stake.cost).maintenancePpm,
): bigint {
  const left = stake.margin + profitAtTicks(spec, stake, ticks);
  const needed = feeOn(lotsValue(spec, ticks, stake.lots), maintenancePpm);
  return left <= 0n ? 10n * million : (needed * million) / left;
}

/** A share of a whole in percent with two places, cut: a profit of its margin. */
export function percentOfWhole(part: bigint, whole: bigint): Decimal {
  return whole === 0n ? '0' : fromUnitsFixed((part * 10_000n) / whole, 2);
}
