import * as v from 'valibot';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import type { Mark } from '#server/markets/contracts/prices/mark.ts';
import type { VisibleBook } from '#server/markets/contracts/visible-book.ts';
import type { ContractOrder, ContractTrade } from '#server/markets/contracts/order.ts';
import type { ContractPosition } from '#server/markets/contracts/position.ts';
import type { BookLevel } from '#server/markets/engine/book.ts';
import { count, name, side, unsigned, whole } from './codec-parts.ts';

/** How orders, positions, trades and prices of contracts cross between engines: as rows without names. */

export const positionSide = v.picklist(['long', 'short']);
export const contractOrderType = v.picklist(['limit', 'market']);

export const contractOrderRow = v.pipe(
  v.strictTuple([
    count,
    whole,
    name,
    positionSide,
    contractOrderType,
    v.nullable(count),
    count,
    count,
    count,
    count,
    count,
    unsigned,
    v.picklist(['open', 'filled', 'cancelled']),
    count,
    count,
  ]),
  v.transform(
    ([
      id,
      by,
      contract,
      on,
      type,
      priceTicks,
      lots,
      leverage,
      takeProfitTicks,
      stopLossTicks,
      filledLots,
      reserve,
      status,
      createdAt,
      updatedAt,
    ]): ContractOrder => ({
      id,
      owner: BigInt(by),
      contract,
      side: on,
      type,
      priceTicks,
      lots,
      leverage,
      takeProfitTicks,
      stopLossTicks,
      filledLots,
      reserve: BigInt(reserve),
      status,
      createdAt,
      updatedAt,
    }),
  ),
);

export function rowOfContractOrder(order: ContractOrder): v.InferInput<typeof contractOrderRow> {
  return [
    order.id,
    String(order.owner),
    order.contract,
    order.side,
    order.type,
    order.priceTicks,
    order.lots,
    order.leverage,
    order.takeProfitTicks,
    order.stopLossTicks,
    order.filledLots,
    String(order.reserve),
    order.status,
    order.createdAt,
    order.updatedAt,
  ];
}

/** What a position is now, and what it has gathered. */
const positionNow = [
  count,
  whole,
  name,
  positionSide,
  count,
  count,
  unsigned,
  unsigned,
  v.nullable(count),
  v.nullable(count),
] as const;
const positionGathered = [count, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, whole, whole] as const;
const positionTimes = [count, v.boolean(), count, count, count] as const;

export const contractPositionRow = v.pipe(
  v.strictTuple([v.strictTuple(positionNow), v.strictTuple(positionGathered), v.strictTuple(positionTimes)]),
  v.transform(([now, gathered, times]): ContractPosition => {
    const [id, by, contract, on, leverage, lots, cost, margin, takeProfitTicks, stopLossTicks] = now;
    const [openedLots, openedCost, ...amounts] = gathered;
    const [openFee, closeFee, overnightFee, openFeeClosed, overnightFeeClosed, insurance, realised] = amounts;
    const [chargedDay, warned, warnedAt, openedAt, updatedAt] = times;
    return {
      id,
      owner: BigInt(by),
      contract,
      side: on,
      leverage,
      lots,
      cost: BigInt(cost),
      margin: BigInt(margin),
      takeProfitTicks,
      stopLossTicks,
      openedLots,
      openedCost: BigInt(openedCost),
      openFee: BigInt(openFee),
      closeFee: BigInt(closeFee),
      overnightFee: BigInt(overnightFee),
      openFeeClosed: BigInt(openFeeClosed),
      overnightFeeClosed: BigInt(overnightFeeClosed),
      insurance: BigInt(insurance),
      realised: BigInt(realised),
      chargedDay,
      warned,
      warnedAt,
      openedAt,
      updatedAt,
    };
  }),
);

export function rowOfContractPosition(position: ContractPosition): v.InferInput<typeof contractPositionRow> {
  return [
    [
      position.id,
      String(position.owner),
      position.contract,
      position.side,
      position.leverage,
      position.lots,
      String(position.cost),
      String(position.margin),
      position.takeProfitTicks,
      position.stopLossTicks,
    ],
    [
      position.openedLots,
      String(position.openedCost),
      String(position.openFee),
      String(position.closeFee),
      String(position.overnightFee),
      String(position.openFeeClosed),
      String(position.overnightFeeClosed),
      String(position.insurance),
      String(position.realised),
    ],
    [position.chargedDay, position.warned, position.warnedAt, position.openedAt, position.updatedAt],
  ];
}

export const contractTradeRow = v.pipe(
  v.strictTuple([count, name, side, count, count, count]),
  v.transform(([id, contract, takerSide, priceTicks, lots, at]): ContractTrade => ({
    id,
    contract,
    takerSide,
    priceTicks,
    lots,
    at,
  })),
);

export function rowOfContractTrade(trade: ContractTrade): v.InferInput<typeof contractTradeRow> {
  return [trade.id, trade.contract, trade.takerSide, trade.priceTicks, trade.lots, trade.at];
}

export const markRow = v.pipe(
  v.strictTuple([count, count, count]),
  v.transform(([indexTicks, ticks, at]): Mark => ({ indexTicks, ticks, at })),
);

export function rowOfMark({ indexTicks, ticks, at }: Mark): v.InferInput<typeof markRow> {
  return [indexTicks, ticks, at];
}

export const restedRow = v.pipe(
  v.strictTuple([count, count]),
  v.transform(([indexTicks, ticks]): Pick<Mark, 'indexTicks' | 'ticks'> => ({ indexTicks, ticks })),
);

export function rowOfRested({ indexTicks, ticks }: Pick<Mark, 'indexTicks' | 'ticks'>): v.InferInput<typeof restedRow> {
  return [indexTicks, ticks];
}

const levelRow = v.pipe(
  v.strictTuple([count, count]),
  v.transform(([priceTicks, lots]): BookLevel => ({ priceTicks, lots })),
);
const levels = v.pipe(v.array(levelRow), v.maxLength(depthLevelsMax));

export const bookRow = v.pipe(
  v.strictTuple([levels, levels, v.nullable(count), count]),
  v.transform(([bids, asks, lastTicks, openLots]): VisibleBook => ({ bids, asks, lastTicks, openLots })),
);

export function rowOfBook({ bids, asks, lastTicks, openLots }: VisibleBook): v.InferInput<typeof bookRow> {
  const rowOf = ({ priceTicks, lots }: BookLevel): [number, number] => [priceTicks, lots];
  return [bids.map(rowOf), asks.map(rowOf), lastTicks, openLots];
}
