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
}

/** Larger positions need more margin. Size is what the position cost. */
export interface MarginTier {
  /** The most a position of this tier may have cost; null for the last tier. */
  readonly costMost: bigint | null;
  readonly maintenancePpm: bigint;
  readonly leverageMost: number;
}

export const million = 1_000_000n;

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

/** A fee on a value, truncated in favour of the person (spec point 9). */
export function contractFee(value: bigint, ppm: bigint): bigint {
  return (value * ppm) / million;
}

/**
 * The mark price: the index with the book's premium, bounded (design section 3, prices). Without a book on both sides
 * it is the index.
 */
export function markTicks(
  terms: ContractTerms,
  indexTicks: number,
  bestBid: number | null,
  bestAsk: number | null,
): number {
  if (bestBid === null || bestAsk === null) return indexTicks;
  const bound = Number((BigInt(indexTicks) * terms.premiumBoundPpm) / million);
  const premium = Math.floor((bestBid + bestAsk) / 2) - indexTicks;
  return Math.max(1, indexTicks + Math.min(bound, Math.max(-bound, premium)));
}

/**
 * Checks the terms themselves, once, when a market opens.
 *
 * @throws Error when they do not hold together: such a market must not open
 */
export function assertContractTerms(terms: ContractTerms): void {
  const { tiers, leverages } = terms;
  const sound =
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
