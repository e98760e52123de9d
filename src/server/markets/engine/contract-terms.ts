import type { Ms, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import type { ContractRules } from '#protocol/contracts/maths/contract-spec.ts';
import { million } from '#protocol/core/fees.ts';
import { tierOf } from '#protocol/contracts/maths/margin.ts';

/** Terms of a perpetual contract as integers: the public ones and those only the exchange uses. */
export interface ContractTerms extends ContractRules {
  /** As in `BTCPERP`. */
  readonly contract: string;
  /** How far the mark price may be from the index, in millionths. */
  readonly premiumBoundPpm: Ppm;
  /** The impact amount of the premium, in units of the settling coin: less depth does not count as a market. */
  readonly impactUnits: Units;
  /** The furthest from the mark price, to the owner's disadvantage, a position may be opened, in millionths. */
  readonly openBandPpm: Ppm;
  readonly liquidation: LiquidationTerms;
}

/** Limits of a liquidation. Shares are in millionths. */
export interface LiquidationTerms {
  /** How far from the mark price, against the position, its lots may be sold. */
  readonly bandPpm: Ppm;
  /** The most that one position sells at one mark price, in units of the settling coin, while enough margin is left. */
  readonly sliceMost: Units;
  /** A liquidation without takers in the band for this long goes to the opposing positions, at the mark price. */
  readonly patienceMs: Ms;
  /** Shares of the insurance fund that one liquidation, and all of a contract within the window, may take. */
  readonly fundOncePpm: Ppm;
  readonly fundWindowPpm: Ppm;
  readonly fundWindowMs: Ms;
}

/**
 * The price at a relative distance from another, above it for a buyer (`sign` 1) or below it for a seller (-1), rounded
 * towards it, at least one tick.
 */
export function ticksAway(ticks: Ticks, sign: 1 | -1, ppm: Ppm): Ticks {
  const away = Number((BigInt(ticks) * ppm) / million);
  return Math.max(1, ticks + sign * away);
}

/**
 * How far from the mark price, to the owner's disadvantage, a position may be opened: half of its margin above the
 * maintenance margin, so that no position starts near liquidation, and no further than the contract's own bound.
 *
 * @param cost the owner's total on the side including it: selects the tier
 * @returns millionths
 */
export function openingBandPpm(terms: ContractTerms, cost: Units, leverage: number): Ppm {
  const room = (million / BigInt(leverage) - tierOf(terms, cost).maintenancePpm) / 2n;
  if (room <= 0n) return 0n;
  return room < terms.openBandPpm ? room : terms.openBandPpm;
}

/**
 * Validates the terms once, when a market opens.
 *
 * @throws Error when they are inconsistent: such a market must not open
 */
export function assertContractTerms(terms: ContractTerms): void {
  const { tiers, leverages } = terms;
  const { bandPpm, sliceMost, patienceMs, fundOncePpm, fundWindowPpm, fundWindowMs } = terms.liquidation;
  const isBounded =
    bandPpm > 0n &&
    bandPpm < million &&
    sliceMost > 0n &&
    patienceMs > 0 &&
    fundWindowMs > 0 &&
    terms.openBandPpm > 0n &&
    terms.impactUnits > 0n;
  const sound =
    isBounded &&
    fundOncePpm >= 0n &&
    fundOncePpm <= fundWindowPpm &&
    fundWindowPpm <= million &&
    terms.unitsPerTickLot > 0n &&
    terms.minLots >= 1 &&
    terms.maxLots >= terms.minLots &&
    leverages.length > 0 &&
    leverages.every((leverage, at) => Number.isSafeInteger(leverage) && leverage > (leverages[at - 1] ?? 0)) &&
    tiers.at(-1)?.costMost === null &&
    tiers.every(
      ({ maintenancePpm, leverageMost, costMost }, at) =>
        // Less than half of the initial margin, or a position would be liquidated as soon as it is opened.
        maintenancePpm * 2n * BigInt(leverageMost) <= million &&
        (at === 0 || (tiers[at - 1]?.costMost ?? 0n) < (costMost ?? 2n ** 62n)),
    );
  if (!sound) throw new Error(`the terms of ${terms.contract} do not hold together`);
}
