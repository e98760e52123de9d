import { ticksOfPrice } from '../../../../protocol/maths/ticks.ts';
import { riskPpm } from '../../../../protocol/maths/margin.ts';
import { ppmOf } from '../../../../protocol/maths/fees.ts';
import { type ContractSpec, moneyOf, unitsOfMoney } from '../../../../protocol/maths/contract-spec.ts';
import { type PositionStake, percentOfWhole, profitAt } from '../../../../protocol/maths/positions.ts';
import type { ContractPosition } from '../../../../protocol/entities/contract.ts';

/** What a position is worth at a mark price, as exact decimals. */
export interface PositionFigures {
  /** Before fees, in USDT. */
  readonly profit: string;
  /** Of the margin, in percent. */
  readonly returned: string;
  /** Maintenance margin by what is left, in percent; at 100 it is liquidated. */
  readonly risk: string;
  /** How far the mark price may still go against it, in percent; null when no price closes it. */
  readonly away: string | null;
}

/** The sums of a position's open lots. */
export function stakeOf({ side, lots, cost, margin }: ContractPosition): PositionStake {
  return { side, lots, cost: unitsOfMoney(cost), margin: unitsOfMoney(margin) };
}

/** What a position comes to at a mark price; null without one. */
export function figuresOf(spec: ContractSpec, position: ContractPosition, mark: string | null): PositionFigures | null {
  const ticks = mark === null ? null : ticksOfPrice(spec, mark);
  if (ticks === null || position.lots === 0) return null;
  const stake = stakeOf(position);
  const profit = profitAt(spec, stake, ticks);
  const end = position.liquidationPrice === null ? null : ticksOfPrice(spec, position.liquidationPrice);
  const left = end === null ? null : stake.side === 'long' ? ticks - end : end - ticks;
  return {
    profit: moneyOf(profit),
    returned: percentOfWhole(profit, stake.margin),
    risk: percentOfWhole(riskPpm(spec, stake, ticks, ppmOf(position.maintenanceRate)), 1_000_000n),
    away: left === null ? null : percentOfWhole(BigInt(Math.max(0, left)), BigInt(ticks)),
  };
}
