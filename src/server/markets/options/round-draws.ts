import type { RevealedSecret, RoundDraw, TickProof } from '../../../protocol/entities/option.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import type { Walk } from '../../practice/entropy/walk.ts';
import type { RoundRow } from './round-row.ts';

/** What simulated prices are drawn from, as far as rounds are proved with it. */
export interface RoundDraws {
  /** Up to when prices are committed to, epoch milliseconds. */
  committedUntil(): number;
  walk(pair: string): Walk;
  /** Proves every second of a span. @throws Error when one of them was not shown yet */
  reveal(fromSecond: number, toSecond: number): RevealedSecret[];
}

/** The most digits of a model's price. */
const priceScale = 12;

/** How a pair walks, as it is published. */
export function walkOf({ price, priceDecimals, own, market }: Walk): RoundDraw['walk'] {
  return { price: fromUnits(toUnits(price.toFixed(priceScale), priceScale), priceScale), priceDecimals, own, market };
}

/** What proves the prices of a decided round; null for one whose prices were not drawn here. */
export function secretsOf(
  { draw }: RoundRow,
  settlement: TickProof | null,
  draws: RoundDraws | null,
): RevealedSecret[] | null {
  const from = draw?.opening.entropy?.second;
  const to = settlement?.deciding.entropy?.second;
  return draws === null || from === undefined || to === undefined ? null : draws.reveal(from, to);
}
