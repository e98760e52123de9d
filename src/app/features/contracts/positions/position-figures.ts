import { ticksOfPrice } from '#protocol/core/ticks.ts';
import { riskPpm } from '#protocol/contracts/maths/margin.ts';
import { feeOn, ppmOf } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { feeShare, netResult, type ResultParts } from '#protocol/contracts/maths/results.ts';
import { type ContractSpec, moneyOf, unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import { type PositionStake, percentOfWhole, profitAt } from '#protocol/contracts/maths/positions.ts';
import type { ContractPosition } from '#protocol/contracts/entities.ts';

/** What a position is worth at a mark price, as exact decimals. */
export interface PositionFigures {
  /** After all fees, as if it were closed at this price, in USDT. */
  readonly profit: string;
  /** Of the margin, in percent. */
  readonly returned: string;
  /** Maintenance margin by what is left, in percent; at 100 it is liquidated. */
  readonly risk: string;
  /** How far the mark price may still move against it, in percent; null when no price liquidates it. */
  readonly away: string | null;
}

/** The sums of a position's open lots. */
export function stakeOf({ side, lots, cost, margin }: ContractPosition): PositionStake {
  return { side, lots, cost: unitsOfMoney(cost), margin: unitsOfMoney(margin) };
}

/** What some lots of a position come to when they are closed for a value. @param profit of the price alone */
export function resultOf(
  spec: ContractSpec,
  position: ContractPosition,
  { lots, value, profit }: { readonly lots: number; readonly value: bigint; readonly profit: bigint },
): ResultParts {
  const left = (paid: string, closed: string) => unitsOfMoney(paid) - unitsOfMoney(closed);
  return {
    profit,
    openFee: feeShare(left(position.openFee, position.openFeeClosed), lots, position.lots),
    overnightFee: feeShare(left(position.overnightFee, position.overnightFeeClosed), lots, position.lots),
    closeFee: feeOn(value, spec.closeFeePpm),
    insurance: 0n,
  };
}

/** What all lots of an open position come to when they are closed at a price. */
export function resultAt(spec: ContractSpec, position: ContractPosition, ticks: number): ResultParts {
  const { lots } = position;
  const profit = profitAt(spec, stakeOf(position), ticks);
  return resultOf(spec, position, { lots, value: lotsValue(spec, ticks, lots), profit });
}

/** What a position comes to at a mark price; null without one. */
export function figuresOf(spec: ContractSpec, position: ContractPosition, mark: string | null): PositionFigures | null {
  const ticks = mark === null ? null : ticksOfPrice(spec, mark);
  if (ticks === null || position.lots === 0) return null;
  const stake = stakeOf(position);
  const profit = netResult(resultAt(spec, position, ticks));
  const end = position.liquidationPrice === null ? null : ticksOfPrice(spec, position.liquidationPrice);
  const left = end === null ? null : stake.side === 'long' ? ticks - end : end - ticks;
  return {
    profit: moneyOf(profit),
    returned: percentOfWhole(profit, stake.margin),
    risk: percentOfWhole(riskPpm(spec, stake, ticks, ppmOf(position.maintenanceRate)), 1_000_000n),
    away: left === null ? null : percentOfWhole(BigInt(Math.max(0, left)), BigInt(ticks)),
  };
}

/** What was paid so far for the lots that are open: opening and overnight fees, in USDT. */
export function feesPaid({ openFee, openFeeClosed, overnightFee, overnightFeeClosed }: ContractPosition): string {
  const paid = unitsOfMoney(openFee) + unitsOfMoney(overnightFee);
  return moneyOf(paid - unitsOfMoney(openFeeClosed) - unitsOfMoney(overnightFeeClosed));
}
