import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { localDay } from '#app/platform/format/time-format.ts';

/** What is put in of a coin, what it has earned, and what it will have earned. */
interface CoinSum {
  readonly asset: string;
  readonly principal: Decimal;
  readonly atTerm: Decimal;
}

/** Running fixed terms added up by coin, in the order they first come. */
export function sumsOf(holdings: readonly FixedHolding[]): CoinSum[] {
  const sums = new Map<string, CoinSum>();
  for (const { asset, principal, atTerm } of holdings) {
    const sum = sums.get(asset) ?? { asset, principal: '0', atTerm: '0' };
    sums.set(asset, {
      asset,
      principal: addDecimals(sum.principal, principal),
      atTerm: addDecimals(sum.atTerm, atTerm),
    });
  }
  return [...sums.values()];
}

/** Running fixed terms, the next to fall due first. */
export function byDue(holdings: readonly FixedHolding[]): FixedHolding[] {
  return holdings.toSorted((a, b) => a.endsAt - b.endsAt);
}

/** What a fixed term pays back at its end. */
export function atEnd({ principal, atTerm }: Pick<FixedHolding, 'principal' | 'atTerm'>): Decimal {
  return addDecimals(principal, atTerm);
}

/** The day on which something falls due, in the zone in force, counted from 1970. @param at epoch milliseconds */
export function dueDay(at: number): number {
  return localDay(at);
}
