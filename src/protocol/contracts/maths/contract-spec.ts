import type { Lots, Ppm, Units } from '#protocol/core/brand.ts';
import type { ListedContract } from '../entities.ts';
import { type Decimal, fromUnits, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { ppmOf } from '#protocol/core/fees.ts';
import type { MarginTerms } from './margin.ts';
import { type PriceSteps, priceScale } from '#protocol/core/ticks.ts';

/**
 * A contract as the integers it is worked out with (design section 3). Prices are whole ticks, sizes whole lots, money is
 * `bigint` in units of 10^-8 USDT; one tick times one lot is a whole number of units, so every value is exact.
 */
export interface ContractRules extends MarginTerms {
  readonly minLots: Lots;
  /** Of one order and of one position. */
  readonly maxLots: Lots;
  /** Of the value that lots are closed at. */
  readonly closeFeePpm: Ppm;
  /** Of the cost held, per day. */
  readonly overnightFeePpm: Ppm;
}

/** A listed contract as integers: its rules, and the steps of its prices. */
export interface ContractSpec extends ContractRules, PriceSteps {}

/** The integers of a listed contract. */
export function contractSpec(listed: ListedContract): ContractSpec {
  const tickUnits = toUnits(listed.tickSize, priceScale);
  return {
    tickUnits,
    priceDecimals: listed.priceDecimals,
    unitsPerTickLot: (tickUnits * toUnits(listed.lotSize, priceScale)) / unitsPerOne(priceScale),
    minLots: listed.minLots,
    maxLots: listed.maxLots,
    leverages: listed.leverages,
    tiers: listed.tiers.map(({ costMost, maintenanceRate, leverageMost }) => ({
      costMost: costMost === null ? null : unitsOfMoney(costMost),
      maintenancePpm: ppmOf(maintenanceRate),
      leverageMost,
    })),
    openFeePpm: ppmOf(listed.openFeeRate),
    closeFeePpm: ppmOf(listed.closeFeeRate),
    overnightFeePpm: ppmOf(listed.overnightFeeRate),
  };
}

/** Digits behind the point of the units that money of contracts is worked out in. */
const moneyScale = 8;

/** Money as a decimal. */
export function moneyOf(units: Units): Decimal {
  return fromUnits(units, moneyScale);
}

/** A decimal as money, cut. */
export function unitsOfMoney(money: Decimal): Units {
  return toUnits(money, moneyScale);
}
