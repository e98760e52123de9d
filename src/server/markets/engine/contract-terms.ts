/**
 * Rules of a perpetual contract as integers. Prices are whole ticks, sizes whole lots, money is in the smallest unit of
 * the coin that settles (USDT); one tick times one lot is a whole number of units, so every value is exact.
 */
export interface ContractTerms {
  /** As in `BTCPERP`. */
  readonly contract: string;
  /** Units that one lot is worth at a price of one tick. */
  readonly unitsPerTickLot: bigint;
  readonly minLots: number;
  /** Of one order and of one position. */
  readonly maxLots: number;
  /** Leverages that may be chosen, ascending. */
  readonly leverages: readonly number[];
  /** Ascending by size; the last one has no bound. */
  readonly tiers: readonly MarginTier[];
  /** Fees in millionths of the value traded, and per day of the cost held. */
  readonly openFeePpm: bigint;
  readonly closeFeePpm: bigint;
  readonly overnightFeePpm: bigint;
  /** How far the mark price may be from the index, in millionths. */
  readonly premiumBoundPpm: bigint;
  /** The amount whose price in the book counts for the premium, in units of the settling coin: less is no market. */
  readonly impactUnits: bigint;
  /** How far from the mark price a position may be opened at most, against its owner, in millionths. */
  readonly openBandPpm: bigint;
  readonly liquidation: LiquidationTerms;
}

/** What bounds a liquidation. Shares are in millionths. */
export interface LiquidationTerms {
  /** How far from the mark price, against the position, its lots may be sold. */
  readonly bandPpm: bigint;
  /** The most that one position sells at one mark price, in units of the settling coin, while margin enough is left. */
  readonly sliceMost: bigint;
  /** A liquidation that nobody in the band takes for this long goes to the opposing positions, at the mark price. */
  readonly patienceMs: number;
  /** Of the insurance fund: what one liquidation may take, and what all of a contract may within the window. */
  readonly fundOncePpm: bigint;
  readonly fundWindowPpm: bigint;
  readonly fundWindowMs: number;
}

/** Larger positions need more margin. Size is what the position cost. */
export interface MarginTier {
  /** The most a position of this tier may have cost; null for the last tier. */
  readonly costMost: bigint | null;
  readonly maintenancePpm: bigint;
  readonly leverageMost: number;
}

export const million = 1_000_000n;

/**
 * The price at a share from another one, against whoever buys (`sign` 1: above it) or sells (-1: below it), rounded towards
 * it, at least one tick.
 */
export function ticksAway(ticks: number, sign: 1 | -1, ppm: bigint): number {
  const away = Number((BigInt(ticks) * ppm) / million);
  return Math.max(1, ticks + sign * away);
}

/**
 * How far from the mark price, against its owner, a position may be opened: half of what its margin leaves above the
 * maintenance margin, so that none is near its end when it begins, and no further than the contract's own bound.
 *
 * @param cost what the owner has on the side with it: chooses the tier
 * @returns millionths
 */
export function openingBandPpm(terms: ContractTerms, cost: bigint, leverage: number): bigint {
  const room = (million / BigInt(leverage) - tierOf(terms, cost).maintenancePpm) / 2n;
  if (room <= 0n) return 0n;
  return room < terms.openBandPpm ? room : terms.openBandPpm;
}

/** Units of a size at a price: exact. */
export function contractValue(terms: ContractTerms, ticks: number, lots: number): bigint {
  return BigInt(ticks) * BigInt(lots) * terms.unitsPerTickLot;
}

/** The tier of a position by its cost. */
export function tierOf(terms: ContractTerms, cost: bigint): MarginTier {
  const tier = terms.tiers.find(({ costMost }) => costMost === null || cost <= costMost);
  if (tier === undefined) throw new Error(`${terms.contract} has no tier for ${cost}`);
  return tier;
}

/** Margin that a cost needs at a leverage: rounded up to a whole unit, so that leverage is never exceeded. */
export function initialMargin(cost: bigint, leverage: number): bigint {
  const by = BigInt(leverage);
  return (cost + by - 1n) / by;
}

/** A fee on a value, truncated in favour of the user (spec point 9). */
export function contractFee(value: bigint, ppm: bigint): bigint {
  return (value * ppm) / million;
}

/**
 * Checks the terms themselves, once, when a market opens.
 *
 * @throws Error when they do not hold together: such a market must not open
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
        // Less than half of the initial margin, or a position would be closed as soon as it is opened.
        maintenancePpm * 2n * BigInt(leverageMost) <= million &&
        (at === 0 || (tiers[at - 1]?.costMost ?? 0n) < (costMost ?? 2n ** 62n)),
    );
  if (!sound) throw new Error(`the terms of ${terms.contract} do not hold together`);
}
