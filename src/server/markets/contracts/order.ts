import type { Lots, Ms, OrderId, OwnerId, Ticks, Units } from '../../../protocol/brand.ts';
import type * as wire from '../../../protocol/entities/contract.ts';
import type { PositionSide } from '../../../protocol/maths/positions.ts';
import { priceOfTicks } from '../../../protocol/maths/ticks.ts';
import { moneyOf } from '../../../protocol/maths/contract-spec.ts';
import type { ListedContract } from './listed-contracts.ts';
/** An order to open a position. Money in units of the settling coin, prices in ticks. */
export interface ContractOrder {
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly type: 'limit' | 'market';
  readonly priceTicks: Ticks | null;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly leverage: number;
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  /** What is still frozen for the resting lots. */
  readonly reserve: Units;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly createdAt: Ms;
  readonly updatedAt: Ms;
}

/** A public fill of the contract's book. */
export interface ContractTrade {
  readonly id: number;
  readonly contract: string;
  readonly takerSide: 'buy' | 'sell';
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly at: Ms;
}

/** An order as defined by the API. */
export function toOrder(listed: ListedContract, order: ContractOrder): wire.ContractOrder {
  return {
    id: String(order.id),
    contract: order.contract,
    side: order.side,
    type: order.type,
    price: order.priceTicks === null ? null : priceOfTicks(listed, order.priceTicks),
    lots: order.lots,
    filledLots: order.filledLots,
    leverage: order.leverage,
    takeProfit: priceOfTicks(listed, order.takeProfitTicks),
    stopLoss: priceOfTicks(listed, order.stopLossTicks),
    reserve: moneyOf(order.reserve),
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}
