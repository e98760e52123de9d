import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import type { FiatCurrencyCode, PaymentMethod } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { costOf, marketScale, type Pricing, priceNow } from './rules.ts';

/** A stored advert; see the table for its units. */
export interface AdvertRow extends Pricing {
  readonly id: bigint;
  readonly owner: bigint;
  readonly asset: string;
  readonly currency: FiatCurrencyCode;
  readonly units: bigint;
  readonly remaining: bigint;
  readonly min: bigint;
  readonly max: bigint;
  readonly methods: readonly PaymentMethod[];
  readonly methodIds: readonly bigint[];
  readonly paymentMinutes: number;
  readonly terms: string;
  readonly verifiedDays: number;
  readonly finishedOrders: number;
  readonly state: 'listed' | 'withdrawn';
  readonly paused: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A row as the driver returns it. */
export type StoredAdvert = Readonly<Record<string, unknown>> & {
  readonly side: 'buy' | 'sell';
  readonly currency: FiatCurrencyCode;
  readonly state: 'listed' | 'withdrawn';
};

export function toAdvertRow(stored: StoredAdvert): AdvertRow {
  const big = (field: string) => BigInt(String(stored[field]));
  const bigOrNull = (field: string) => (stored[field] === null ? null : big(field));
  return {
    id: big('id'),
    owner: big('owner'),
    side: stored.side,
    asset: String(stored['asset']),
    currency: stored.currency,
    price: bigOrNull('price'),
    ppm: bigOrNull('ppm'),
    bound: bigOrNull('bound'),
    units: big('units'),
    remaining: big('remaining'),
    min: big('min'),
    max: big('max'),
    methods: stored['methods'] as PaymentMethod[],
    methodIds: (stored['method_ids'] as string[]).map(BigInt),
    paymentMinutes: Number(stored['payment_minutes']),
    terms: String(stored['terms']),
    verifiedDays: Number(stored['verified_days']),
    finishedOrders: Number(stored['finished_orders']),
    state: stored.state,
    paused: stored['paused'] === true,
    createdAt: Number(stored['created_at']),
    updatedAt: Number(stored['updated_at']),
  };
}

/** The least and the most of one order now: what is left bounds both. In units of the currency. */
export function limitsNow(row: AdvertRow, price: bigint): { readonly min: bigint; readonly max: bigint } {
  const left = costOf(row.remaining, price, marketScale(row.asset, row.currency));
  return { min: row.min, max: left < row.max ? left : row.max };
}

/** What everybody may see of an advert, at an index. */
export function shownTerms(row: AdvertRow, index: bigint | null) {
  const scale = marketScale(row.asset, row.currency);
  const price = priceNow(row, index);
  const max = price === null ? row.max : limitsNow(row, price).max;
  return {
    id: row.id.toString(),
    side: row.side,
    asset: row.asset,
    currency: row.currency,
    price: price === null ? null : fromUnits(price, scale.price),
    available: fromUnits(row.remaining, scale.coin),
    min: fromUnits(row.min, scale.money),
    max: fromUnits(max, scale.money),
    methods: [...row.methods],
    paymentMinutes: row.paymentMinutes,
    terms: row.terms,
    verifiedDays: row.verifiedDays,
    finishedOrders: row.finishedOrders,
  };
}

/** An advert as its merchant sees it. */
export function toOwnAdvert(row: AdvertRow, index: bigint | null): OwnAdvert {
  const scale = marketScale(row.asset, row.currency);
  return {
    ...shownTerms(row, index),
    max: fromUnits(row.max, scale.money),
    state: row.state,
    paused: row.paused,
    percent: row.ppm === null ? null : fromUnits(row.ppm, 4),
    bound: row.bound === null ? null : fromUnits(row.bound, scale.price),
    amount: fromUnits(row.units, scale.coin),
    methodIds: row.methodIds.map(String),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
