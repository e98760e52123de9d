import type { RevealedSecret, RoundDraw, TickProof } from '#protocol/options/entities.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import type { Walk } from '#protocol/market-data/simulated-walk.ts';
import type { RoundRow } from './round-row.ts';

/** The randomness of simulated prices, as far as needed to prove rounds. */
export interface RoundDraws {
  /** Epoch milliseconds up to which prices are committed. */
  committedUntil(): number;
  walk(pair: string): Walk;
  /** Proves every second of a span. @throws Error when one of them was not published yet */
  reveal(fromSecond: number, toSecond: number): RevealedSecret[];
}

/** The maximum digits of a model's price. */
const priceScale = 12;

/** The published model of a pair's random walk. */
export function walkOf({ price, priceDecimals, own, market }: Walk): RoundDraw['walk'] {
  return { price: fromUnits(toUnits(price.toFixed(priceScale), priceScale), priceScale), priceDecimals, own, market };
}

/** The proof of a decided round's prices; null when they were not simulated here. */
export function secretsOf(
  { draw }: RoundRow,
  settlement: TickProof | null,
  draws: RoundDraws | null,
): RevealedSecret[] | null {
  const from = draw?.opening.entropy?.second;
  const to = settlement?.deciding.entropy?.second;
  return draws === null || from === undefined || to === undefined ? null : draws.reveal(from, to);
}
