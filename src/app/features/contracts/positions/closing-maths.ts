import type { ContractSpec } from '../../../../protocol/contracts/maths/contract-spec.ts';
import type { ContractPosition } from '../../../../protocol/contracts/entities.ts';
import { partOf, profitAtValue } from '../../../../protocol/contracts/maths/positions.ts';
import { averageTicks } from '../../../../protocol/contracts/maths/orders.ts';
import { levelsAgainst, type MarketSnapshot, walkBook } from '../form/market-snapshot.ts';
import { stakeOf } from './position-figures.ts';

/** What closing lots comes to as the book is now. */
interface ClosingOutcome {
  readonly value: bigint;
  /** Average price in ticks, cut. */
  readonly ticks: number;
  /** Before fees. */
  readonly profit: bigint;
  /** The margin that comes free. */
  readonly margin: bigint;
  readonly complete: boolean;
}

/** What closing some lots of a position brings; null while the book is empty. @param lots 1 to those of the position */
export function closingOf(
  spec: ContractSpec,
  position: ContractPosition,
  lots: number,
  market: MarketSnapshot,
): ClosingOutcome | null {
  const walked = walkBook(spec, levelsAgainst(market, position.side === 'long' ? 'short' : 'long'), lots);
  if (walked === null) return null;
  const { cost: value, complete } = walked;
  const stake = stakeOf(position);
  const part = partOf(stake, lots);
  return {
    value,
    ticks: averageTicks(spec, value, lots),
    profit: profitAtValue({ side: stake.side, cost: part.cost }, value),
    margin: part.margin,
    complete,
  };
}
