import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import type { ContractOrder } from '../order.ts';
import type { ContractClosing, ContractPosition, NetPosition } from '../position.ts';

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** 64-bit columns arrive as strings. */
export const count = (value: Row[string] | undefined): number => Number(value ?? 0);
export const units = (value: Row[string] | undefined): bigint => BigInt(value ?? 0);
export const ticksOrNone = (value: Row[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Whose lots they are, how many, and on which side of which contract: the same columns in every table. */
const ownSide = (row: Row) => ({
  owner: units(row['owner']),
  contract: String(row['contract']),
  side: row['side'] as PositionSide,
  lots: count(row['lots']),
});

/** The order of a row of `contract_orders`. */
export function toContractOrder(row: Row): ContractOrder {
  return {
    id: count(row['id']),
    ...ownSide(row),
    type: row['type'] as ContractOrder['type'],
    priceTicks: ticksOrNone(row['price_ticks']),
    filledLots: count(row['filled_lots']),
    leverage: count(row['leverage']),
    takeProfitTicks: count(row['take_profit_ticks']),
    stopLossTicks: count(row['stop_loss_ticks']),
    reserve: units(row['reserve']),
    status: row['status'] as ContractOrder['status'],
    createdAt: count(row['created_at']),
    updatedAt: count(row['updated_at']),
  };
}

/** The position of a row of `contract_positions`. */
export function toContractPosition(row: Row): ContractPosition {
  return {
    id: count(row['id']),
    ...ownSide(row),
    leverage: count(row['leverage']),
    cost: units(row['cost']),
    margin: units(row['margin']),
    takeProfitTicks: ticksOrNone(row['take_profit_ticks']),
    stopLossTicks: ticksOrNone(row['stop_loss_ticks']),
    openedLots: count(row['opened_lots']),
    openedCost: units(row['opened_cost']),
    openFee: units(row['open_fee']),
    closeFee: units(row['close_fee']),
    overnightFee: units(row['overnight_fee']),
    openFeeClosed: units(row['open_fee_closed']),
    overnightFeeClosed: units(row['overnight_fee_closed']),
    insurance: units(row['insurance']),
    realised: units(row['realised']),
    chargedDay: count(row['charged_day']),
    warned: row['warned'] === true,
    warnedAt: count(row['warned_at']),
    openedAt: count(row['opened_at']),
    updatedAt: count(row['updated_at']),
  };
}

/** The closing of a row of `contract_closings`. */
export function toContractClosing(row: Row): ContractClosing {
  return {
    id: count(row['id']),
    position: count(row['position']),
    ...ownSide(row),
    cost: units(row['cost']),
    priceTicks: count(row['price_ticks']),
    profit: units(row['profit']),
    fee: units(row['fee']),
    openFee: units(row['open_fee']),
    overnightFee: units(row['overnight_fee']),
    insurance: units(row['insurance']),
    reason: row['reason'] as ContractClosing['reason'],
    at: count(row['at']),
  };
}

export function toNetPosition(row: Row): NetPosition {
  return {
    ...ownSide(row),
    cost: units(row['cost']),
  };
}
