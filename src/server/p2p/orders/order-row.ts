import type { P2pOrder, P2pOrderEnd, P2pOrderState } from '#protocol/p2p/entities/trade.ts';
import type { Payee } from '#protocol/p2p/entities/collection-methods.ts';
import type { FiatCurrencyCode, PaymentMethod } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import { marketScale } from '../adverts/rules.ts';
import type { Excuse } from './cancellations/rules.ts';
import { appealFrom, type OrderSide } from './rules.ts';

/** What is sealed into an order. */
export interface OrderSecrets {
  readonly payee: Payee;
  readonly buyerName: string;
}

/** A stored order; see the table for its units. */
export interface OrderRow {
  readonly id: bigint;
  readonly advert: bigint;
  readonly merchant: bigint;
  readonly taker: bigint;
  readonly buyer: bigint;
  readonly seller: bigint;
  readonly asset: string;
  readonly currency: FiatCurrencyCode;
  readonly units: bigint;
  readonly price: bigint;
  readonly amount: bigint;
  readonly method: PaymentMethod;
  readonly sealed: string;
  readonly buyerNick: string | null;
  readonly sellerNick: string | null;
  readonly terms: string;
  /** A merchant of the house is one of its sides. */
  readonly practice: boolean;
  readonly state: P2pOrderState;
  readonly payUntil: number;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: P2pOrderEnd | null;
  /** `system` where the exchange opened the appeal of an order with a case. */
  readonly appealedBy: OrderSide | 'system' | null;
  readonly appealedAt: number | null;
  readonly answerUntil: number | null;
  readonly decision: 'release' | 'refund' | null;
  readonly reason: string | null;
  /** Who decided: an operator, or the policy of practice mode. */
  readonly decidedBy: string | null;
  readonly asked: OrderSide | null;
  readonly penalty: bigint;
  /** Which cancellation of its buyer's day it was; null for one that does not count. */
  readonly cancelNumber: number | null;
  readonly excuse: Excuse | null;
  /** The buyer confirmed, when it was taken, that another cancellation costs. */
  readonly confirmed: boolean;
  /** The taker's verdict on the merchant. */
  readonly positive: boolean | null;
  readonly updatedAt: number;
}

/** A row as the driver returns it: integers as texts. */
export type StoredOrder = Readonly<Record<string, string | number | boolean | null>>;

export function toOrderRow(stored: StoredOrder): OrderRow {
  const text = (field: string) => {
    const value = stored[field];
    return typeof value === 'string' ? value : null;
  };
  const { positive, cancel_number: cancelNumber } = stored;
  const big = (field: string) => BigInt(text(field) ?? '');
  const time = (field: string) => (text(field) === null ? null : Number(text(field)));
  return {
    id: big('id'),
    advert: big('advert'),
    merchant: big('merchant'),
    taker: big('taker'),
    buyer: big('buyer'),
    seller: big('seller'),
    asset: text('asset') ?? '',
    currency: text('currency') as FiatCurrencyCode,
    units: big('units'),
    price: big('price'),
    amount: big('amount'),
    method: text('method') as PaymentMethod,
    sealed: text('sealed') ?? '',
    buyerNick: text('buyer_nick'),
    sellerNick: text('seller_nick'),
    terms: text('terms') ?? '',
    practice: isHouse(big('buyer')) || isHouse(big('seller')),
    state: text('state') as P2pOrderState,
    payUntil: Number(text('pay_until')),
    dueAt: time('due_at'),
    createdAt: Number(text('created_at')),
    paidAt: time('paid_at'),
    endedAt: time('ended_at'),
    endedBy: text('ended_by') as P2pOrderEnd | null,
    appealedBy: text('appealed_by') as OrderSide | 'system' | null,
    appealedAt: time('appealed_at'),
    answerUntil: time('answer_until'),
    decision: text('decision') as 'release' | 'refund' | null,
    reason: text('reason'),
    decidedBy: text('decided_by'),
    asked: text('asked') as OrderSide | null,
    penalty: big('penalty'),
    cancelNumber: typeof cancelNumber === 'number' ? cancelNumber : null,
    excuse: text('excuse') as Excuse | null,
    confirmed: stored['confirmed'] === true,
    positive: typeof positive === 'boolean' ? positive : null,
    updatedAt: Number(text('updated_at')),
  };
}

/** The side of a user in an order; null for anybody else. */
export function sideOf({ buyer, seller }: Pick<OrderRow, 'buyer' | 'seller'>, user: bigint): OrderSide | null {
  if (user === buyer) return 'buyer';
  return user === seller ? 'seller' : null;
}

/** An order as one of its sides sees it. */
export function toP2pOrder(row: OrderRow, side: OrderSide): P2pOrder {
  const scale = marketScale(row.asset, row.currency);
  const viewer = side === 'buyer' ? row.buyer : row.seller;
  return {
    id: row.id.toString(),
    side: side === 'buyer' ? 'buy' : 'sell',
    own: viewer === row.merchant,
    advert: row.advert.toString(),
    asset: row.asset,
    currency: row.currency,
    quantity: fromUnits(row.units, scale.coin),
    price: fromUnits(row.price, scale.price),
    amount: fromUnits(row.amount, scale.money),
    method: row.method,
    reference: referenceOf(row.id),
    ...(row.practice ? { practice: true } : {}),
    counterparty: side === 'buyer' ? row.sellerNick : row.buyerNick,
    state: row.state,
    endedBy: row.endedBy,
    createdAt: row.createdAt,
    payUntil: row.payUntil,
    paidAt: row.paidAt,
    appealFrom: appealFrom(row, side),
    answerUntil: row.answerUntil,
    endedAt: row.endedAt,
    updatedAt: row.updatedAt,
  };
}

/** The words of a payment: the last six digits of the order, which say nothing of coins to a bank. */
export function referenceOf(id: bigint): string {
  return id.toString().padStart(6, '0').slice(-6);
}
