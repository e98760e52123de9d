import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderTypeNames } from '#protocol/spot/order-types.ts';
import { pairs } from '#server/markets/pairs.ts';
import type { BookedPair } from '#server/markets/spot/auction/phase.ts';
import { spotCodec } from './pair-codec.ts';
import {
  balance,
  count,
  market,
  marketState,
  notAmounts,
  notCounts,
  oneSnapshot,
  owner,
  side,
  testsCodec,
  units,
  unread,
  withoutKeys,
} from './testing-codec.ts';
import { comparable } from '../workers/testing-places.ts';

const type = fc.constantFrom(...orderTypeNames);
const decimal = fc.option(fc.constantFrom('0', '1', '60000.12', '0.00000001', 'not a decimal'));

const order = fc.record({
  id: count,
  owner,
  pair: market,
  side,
  type,
  price: fc.option(units),
  amount: fc.option(units),
  total: fc.option(units),
  filled: units,
  filledTotal: units,
  fee: units,
  status: fc.constantFrom('open' as const, 'filled' as const, 'cancelled' as const),
  closeReason: fc.option(
    fc.constantFrom(
      'user' as const,
      'no-liquidity' as const,
      'self-trade' as const,
      'price-band' as const,
      'dust' as const,
    ),
  ),
  createdAt: count,
  updatedAt: count,
});
const trade = fc.record({
  id: count,
  pair: market,
  side,
  price: units,
  amount: units,
  total: units,
  buyOrder: count,
  sellOrder: count,
  buyer: owner,
  seller: owner,
  buyerFee: units,
  sellerFee: units,
  at: count,
});

const placed = {
  kind: fc.constant('place' as const),
  owner,
  pair: market,
  side,
  type,
  price: decimal,
  amount: decimal,
  total: decimal,
};
const request = fc.oneof(fc.record(placed), fc.record({ kind: fc.constant('cancel' as const), owner, id: count }));

const state = {
  ...marketState,
  lastTicks: fc.option(count),
  indicative: fc.option(fc.record({ priceTicks: count, lots: units })),
};
const orders = fc.array(order, { maxLength: 5 });
const snapshot = fc.record({ ...state, orders });
const change = fc.record({
  ...state,
  at: count,
  trades: fc.array(trade, { maxLength: 3 }),
  orders,
  balances: fc.array(balance, { maxLength: 5 }),
});
const listed = fc
  .tuple(fc.constantFrom(...pairs), fc.option(fc.constantFrom('1', '60000.5'), { nil: undefined }))
  .map(priced);

/** A listed pair with another reference price; without one, where there is none. */
function priced([listed, referencePrice]: [BookedPair, string | undefined]): BookedPair {
  const { referencePrice: _, ...row } = listed;
  return referencePrice === undefined ? row : { ...row, referencePrice };
}

testsCodec(
  spotCodec,
  { request, answer: order, listed, snapshot, change },
  {
    optional: ['referencePrice'],
    lists: ['tags'],
  },
);

describe('a field', () => {
  const one = fc.array(order, { minLength: 1, maxLength: 1 });
  const { sent, head, reading } = oneSnapshot(spotCodec, fc.record({ ...state, orders: one }));
  const feeAs = (fee: unknown) => reading(fee, 'orders', '0', '10');

  it('that is an amount is whole, and has one spelling', () => {
    expect(feeAs('120').orders[0]?.fee).toBe(120n);
    for (const fee of notAmounts) expect(() => feeAs(fee), String(fee)).toThrow(unread);
  });

  it('that is an amount of an order is not below zero', () => {
    expect(() => feeAs('-1')).toThrow(unread);
  });

  it('that counts is a whole number that is held exactly', () => {
    expect(reading(120, 'seq').seq).toBe(120);
    for (const other of notCounts) {
      expect(() => reading(other, 'seq'), String(other)).toThrow(unread);
      expect(() => reading(other, 'orders', '0', '13'), String(other)).toThrow(unread);
    }
  });

  it('that is a word is one of the list', () => {
    expect(reading('market', 'orders', '0', '4').orders[0]?.type).toBe('market');
    for (const nth of ['3', '4', '11', '12']) {
      expect(() => reading('another', 'orders', '0', nth), nth).toThrow(unread);
    }
  });

  it('that names something is not empty and not endless', () => {
    expect(reading('N'.repeat(80), 'market').market).toHaveLength(80);
    for (const named of ['', 'N'.repeat(81)]) {
      expect(() => reading(named, 'market')).toThrow(unread);
      expect(() => reading(named, 'orders', '0', '2')).toThrow(unread);
    }
  });

  it('that belongs to no row is refused', () => {
    const row = (head as { readonly snapshot: { readonly orders: readonly (readonly unknown[])[] } }).snapshot
      .orders[0];
    expect(comparable(reading(row, 'orders', '0').orders)).toStrictEqual(comparable(sent.orders));
    expect(() => reading([...(row ?? []), 1], 'orders', '0')).toThrow(unread);
  });

  it('carries the fair price of an order, where there is one', () => {
    const place = { kind: 'place', owner: 100_000n, pair: 'BTCUSDT', side: 'buy', type: 'limit', total: null } as const;
    const asked = { ...place, price: '70000', amount: '1', fair: { worst: '61200', spent: null } };
    const { commands } = spotCodec.decodeCommands(spotCodec.encodeCommands(withoutKeys(asked)));
    expect(commands[0]?.request).toEqual(asked);
  });

  it('that is a decimal of a request is as long as decimals are', () => {
    const place = { kind: 'place', owner: 100_000n, pair: 'BTCUSDT', side: 'buy', type: 'limit', total: null } as const;
    const asked = (text: string) => {
      const sentCommands = withoutKeys({ ...place, price: text, amount: text });
      return spotCodec.decodeCommands(spotCodec.encodeCommands(sentCommands)).commands[0]?.request;
    };
    expect(asked('1'.repeat(40))).toMatchObject({ price: '1'.repeat(40) });
    expect(() => asked('1'.repeat(41))).toThrow(unread);
  });
});
