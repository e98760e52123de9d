import { exitCost, interestAfter, interestToTerm, keptOnExit, setAsideFor } from '#protocol/fixed-terms/maths.ts';
import { accruedTo, type HoldingRow, leftOf, type ProductRow } from './rows.ts';

/** How a holding ends: at its term, by its owner before it, or by the house. */
export type FixedEnd = 'earned' | 'earned-in-advance' | 'revoked';

/** What ending a holding pays and costs. */
export interface EndedHolding {
  readonly row: HoldingRow;
  readonly end: FixedEnd;
  /** Days that count. */
  readonly day: number;
  /** Interest paid. */
  readonly interest: bigint;
  /** What leaving early costs of it. */
  readonly cost: bigint;
  /** What returns to the free cover of what was set aside: the cost, days that were not stayed, and what truncation left. */
  readonly released: bigint;
}

/** Works out the end of a running holding. Its principal always returns in full. */
export function endedHolding(stored: HoldingRow, end: FixedEnd, now: number): EndedHolding {
  const row = accruedTo(stored, now);
  const day = end === 'earned' ? row.days : row.day;
  const interest =
    end === 'earned'
      ? interestToTerm(row)
      : end === 'earned-in-advance'
        ? keptOnExit(row, day)
        : interestAfter(row, day);
  const cost = end === 'earned-in-advance' ? exitCost(row, day) : 0n;
  return { row: stored, end, day, interest, cost, released: row.promised - interest };
}

/** Why a holding is not renewed: the product was closed, its limits or quota changed, or the cover is used up. */
export type RenewalObstacle = 'closed' | 'limits' | 'quota' | 'cover';

/**
 * Whether a holding that ended may be put in again at the terms on sale now.
 *
 * @param product the product, of which this holding's principal no longer counts as held
 * @param freeCover after what this holding was promised has been paid and released
 */
export function renewalObstacle(
  row: Pick<HoldingRow, 'principal'>,
  product: ProductRow,
  freeCover: bigint,
): RenewalObstacle | null {
  if (!product.isOpen) return 'closed';
  if (row.principal < product.minimum || row.principal > product.maximum) return 'limits';
  if (row.principal <= leftOf(product, freeCover).left) return null;
  return product.held + row.principal > product.quota ? 'quota' : 'cover';
}

/** A holding that is to be written. */
export type NewHolding = Pick<
  HoldingRow,
  | 'owner'
  | 'product'
  | 'asset'
  | 'cycle'
  | 'days'
  | 'dayMs'
  | 'ratePpm'
  | 'exitPpm'
  | 'principal'
  | 'promised'
  | 'renews'
  | 'openedAt'
  | 'endsAt'
>;

/** What is bought of a product at its terms of now. */
export function newHolding(
  product: ProductRow,
  { owner, principal, renews }: Pick<HoldingRow, 'owner' | 'principal' | 'renews'>,
  now: number,
): NewHolding {
  const { asset, cycle, days, dayMs, ratePpm, exitPpm } = product;
  const promised = setAsideFor({ principal, ratePpm, days, exitPpm });
  const terms = { asset, cycle, days, dayMs, ratePpm, exitPpm };
  return {
    owner,
    product: product.id,
    ...terms,
    principal,
    promised,
    renews,
    openedAt: now,
    endsAt: now + days * dayMs,
  };
}
