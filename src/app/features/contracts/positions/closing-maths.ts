import type { ContractSpec } from '../../../../protocol/maths/contracts.ts';
import type { ContractPosition } from '../../../../protocol/entities/contract.ts';
import { levelsAgainst, type MarketSnapshot, walkBook } from '../form/opening-maths.ts';
import { stakeOf } from './position-figures.ts';

/** What closing lots comes to as the book is now. */
export interface ClosingOutcome {
  readonly value: bigint;
  /** Average price in ticks, cut. */
  readonly ticks: number;
  /** Before fees. */
  readonly profit: bigint;
  /** The margin that comes free. */
  readonly margin: bigint;
  readonly complete: boolean;
}

/** What closing some lots of a position brings; null while nobody offers anything. @param lots 1 to those of the position */
export function closingOf(
  spec: ContractSpec,
  position: ContractPosition,
  lots: number,
  market: MarketSnapshot,
): ClosingOutcome | null {
  const walked = walkBook(spec, levelsAgainst(market, position.side === 'long' ? 'short' : 'long'), lots);
  if (walked === null) return null;
  const { cost: value, complete } = walked;
  const whole = stakeOf(position);
  const all = BigInt(position.lots);
  const count = BigInt(lots);
  // The part of a short that is not the whole is rounded up, as the exchange does it.
  const cost =
    position.side === 'long' || lots === position.lots
      ? (whole.cost * count) / all
      : (whole.cost * count + all - 1n) / all;
  return {
    value,
    ticks: Number(value / (count * spec.unitsPerTickLot)),
    profit: position.side === 'long' ? value - cost : cost - value,
    margin: (whole.margin * count) / all,
    complete,
  };
}
