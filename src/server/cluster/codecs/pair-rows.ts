import * as v from 'valibot';
import type { SpotOrder, SpotTrade } from '#server/markets/spot/order.ts';
import { count, name, orderType, side, unsigned, whole } from './codec-parts.ts';

/** How the orders and trades of spot pairs cross between engines: as rows, as `wire-parts.ts` says. */

const status = v.picklist(['open', 'filled', 'cancelled']);
const closeReason = v.nullable(v.picklist(['user', 'no-liquidity', 'self-trade', 'price-band', 'dust']));

export const orderRow = v.pipe(
  v.strictTuple([
    count,
    whole,
    name,
    side,
    orderType,
    v.nullable(unsigned),
    v.nullable(unsigned),
    v.nullable(unsigned),
    unsigned,
    unsigned,
    unsigned,
    status,
    closeReason,
    count,
    count,
  ]),
  v.transform(
    ([
      id,
      by,
      pair,
      on,
      type,
      price,
      amount,
      total,
      filled,
      filledTotal,
      fee,
      state,
      reason,
      createdAt,
      updatedAt,
    ]): SpotOrder => ({
      id,
      owner: BigInt(by),
      pair,
      side: on,
      type,
      price: price === null ? null : BigInt(price),
      amount: amount === null ? null : BigInt(amount),
      total: total === null ? null : BigInt(total),
      filled: BigInt(filled),
      filledTotal: BigInt(filledTotal),
      fee: BigInt(fee),
      status: state,
      closeReason: reason,
      createdAt,
      updatedAt,
    }),
  ),
);

export function rowOfOrder(order: SpotOrder): v.InferInput<typeof orderRow> {
  const textOf = (units: bigint | null) => (units === null ? null : String(units));
  return [
    order.id,
    String(order.owner),
    order.pair,
    order.side,
    order.type,
    textOf(order.price),
    textOf(order.amount),
    textOf(order.total),
    String(order.filled),
    String(order.filledTotal),
    String(order.fee),
    order.status,
    order.closeReason,
    order.createdAt,
    order.updatedAt,
  ];
}

export const tradeRow = v.pipe(
  v.strictTuple([
    count,
    name,
    side,
    unsigned,
    unsigned,
    unsigned,
    count,
    count,
    whole,
    whole,
    unsigned,
    unsigned,
    count,
  ]),
  v.transform(
    ([id, pair, on, price, amount, total, buyOrder, sellOrder, buyer, seller, buyerFee, sellerFee, at]): SpotTrade => ({
      id,
      pair,
      side: on,
      price: BigInt(price),
      amount: BigInt(amount),
      total: BigInt(total),
      buyOrder,
      sellOrder,
      buyer: BigInt(buyer),
      seller: BigInt(seller),
      buyerFee: BigInt(buyerFee),
      sellerFee: BigInt(sellerFee),
      at,
    }),
  ),
);

export function rowOfTrade(trade: SpotTrade): v.InferInput<typeof tradeRow> {
  return [
    trade.id,
    trade.pair,
    trade.side,
    String(trade.price),
    String(trade.amount),
    String(trade.total),
    trade.buyOrder,
    trade.sellOrder,
    String(trade.buyer),
    String(trade.seller),
    String(trade.buyerFee),
    String(trade.sellerFee),
    trade.at,
  ];
}
