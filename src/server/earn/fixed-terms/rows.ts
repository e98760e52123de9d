import type { FixedCycle, FixedHolding, FixedProduct, FixedState } from '#protocol/fixed-terms/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { daysPassed, interestAfter, interestToTerm, principalCovered } from '#protocol/fixed-terms/maths.ts';
import { assetScale } from '#server/core/assets.ts';

/** The terms that a product is bought at; amounts in the coin's smallest unit. */
interface FixedTerms {
  readonly asset: string;
  readonly cycle: FixedCycle;
  readonly days: number;
  readonly dayMs: number;
  readonly ratePpm: bigint;
  readonly exitPpm: bigint;
}

/** A product as it is stored. */
export interface ProductRow extends FixedTerms {
  readonly id: bigint;
  readonly version: number;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly quota: bigint;
  readonly held: bigint;
  readonly promised: bigint;
  readonly isOpen: boolean;
}

/** A holding as it is stored. */
export interface HoldingRow extends FixedTerms {
  readonly id: bigint;
  readonly owner: bigint;
  readonly product: bigint;
  readonly principal: bigint;
  readonly promised: bigint;
  readonly state: FixedState;
  readonly day: number;
  readonly interest: bigint;
  readonly cost: bigint;
  readonly renews: boolean;
  readonly renewedAs: bigint | null;
  readonly openedAt: number;
  readonly endsAt: number;
  readonly closedAt: number | null;
  readonly revokedBy: string | null;
}

/** How much of a product is left, and why not more: its quota, or the cover that is free. */
export function leftOf(product: ProductRow, freeCover: bigint): { left: bigint; limitedBy: 'quota' | 'cover' } {
  const ofQuota = product.quota > product.held ? product.quota - product.held : 0n;
  const ofCover = principalCovered(freeCover, product.ratePpm);
  return ofCover < ofQuota ? { left: ofCover, limitedBy: 'cover' } : { left: ofQuota, limitedBy: 'quota' };
}

/** A product as it is offered. */
export function shownProduct(product: ProductRow, freeCover: bigint): FixedProduct {
  const { asset, cycle, days, dayMs } = product;
  const shown = (units: bigint) => fromUnits(units, assetScale(asset));
  const { left, limitedBy } = leftOf(product, freeCover);
  return {
    id: product.id.toString(),
    version: product.version,
    asset,
    cycle,
    days,
    dayMs,
    ratePpm: Number(product.ratePpm),
    exitPpm: Number(product.exitPpm),
    minimum: shown(product.minimum),
    maximum: shown(product.maximum),
    quota: shown(product.quota),
    taken: shown(product.held),
    left: shown(left),
    limitedBy,
  };
}

/** A running holding with the days that have passed by now, which the next pass writes down; others as they ended. */
export function accruedTo(row: HoldingRow, now: number): HoldingRow {
  if (row.state !== 'not-earned') return row;
  const day = Math.max(row.day, daysPassed(row.openedAt, row.dayMs, row.days, now));
  return { ...row, day, interest: interestAfter(row, day) };
}

/** A holding as its owner sees it. */
export function shownHolding(stored: HoldingRow, now: number): FixedHolding {
  const row = accruedTo(stored, now);
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  return {
    id: row.id.toString(),
    product: row.product.toString(),
    asset: row.asset,
    cycle: row.cycle,
    days: row.days,
    dayMs: row.dayMs,
    ratePpm: Number(row.ratePpm),
    exitPpm: Number(row.exitPpm),
    state: row.state,
    principal: shown(row.principal),
    interest: shown(row.interest),
    atTerm: shown(interestToTerm(row)),
    cost: shown(row.cost),
    day: row.day,
    renews: row.renews,
    openedAt: row.openedAt,
    endsAt: row.endsAt,
    closedAt: row.closedAt,
    renewedAs: row.renewedAs === null ? null : row.renewedAs.toString(),
  };
}
