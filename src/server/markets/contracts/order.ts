import type { Lots, Ms, OrderId, Ticks, Units } from '#protocol/core/brand.ts';
import type * as wire from '#protocol/contracts/entities.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import type { ListedContract } from './listed-contracts.ts';
import type { PlaceContract } from './requests/request.ts';

/** An order to open a position. Money in units of the settling coin, prices in ticks. */
export interface ContractOrder extends Omit<PlaceContract, 'kind'> {
  readonly id: OrderId;
  readonly filledLots: Lots;
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

/** A fill as it is stored. */
export interface StoredTrade extends ContractTrade {
  /** The position that the taker opened or closed; 0 for a maker's quote. */
  readonly taker: number;
  /** The position that the other side opened; 0 for a maker's quote. */
  readonly maker: number;
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
