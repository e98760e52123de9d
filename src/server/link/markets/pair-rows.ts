import * as v from 'valibot';
import { orderTypeNames } from '../../../protocol/order-types.ts';
import { wallets } from '../../../protocol/wallets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { SpotOrder, SpotTrade } from '../../markets/spot/order.ts';

/**
 * How orders, trades and balances cross between the engines that run spot pairs: as rows without names, because several
 * hundred of them cross every second. Amounts and owners cross as texts, because numbers of JSON do not hold them; a
 * field is checked by one function, which costs a fraction of a chain of schemas.
 */

/** At most 40 digits: the longest decimal there is, in whatever smallest unit. */
const wholePattern = /^(?:0|-?[1-9]\d{0,39})$/;

/** A whole number as `BigInt` writes it: other spellings of it are refused. */
const whole = v.custom<string>((value) => typeof value === 'string' && wholePattern.test(value));
const unsigned = v.custom<string>((value) => typeof value === 'string' && value[0] !== '-' && wholePattern.test(value));
/** An id, a time, ticks or a position in a sequence. */
export const count = v.custom<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const name = v.custom<string>((value) => typeof value === 'string' && value !== '' && value.length <= 80);

/** An owner: a user, or an account of the house. */
export const owner = v.pipe(
  whole,
  v.transform((text) => BigInt(text)),
);
/** Lots of many orders, whose sum may pass the safe integers. */
export const manyLots = v.pipe(
  unsigned,
  v.transform((text) => BigInt(text)),
);

export const side = v.picklist(['buy', 'sell']);
export const orderType = v.picklist(orderTypeNames);
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

export const balanceRow = v.pipe(
  v.strictTuple([whole, v.picklist(wallets), name, whole, whole, whole]),
  v.transform(([by, wallet, asset, available, frozen, locked]): BalanceRow => ({
    owner: BigInt(by),
    wallet,
    asset,
    available: BigInt(available),
    frozen: BigInt(frozen),
    locked: BigInt(locked),
  })),
);

export function rowOfBalance(balance: BalanceRow): v.InferInput<typeof balanceRow> {
  const { owner: by, wallet, asset, available, frozen, locked } = balance;
  return [String(by), wallet, asset, String(available), String(frozen), String(locked)];
}
