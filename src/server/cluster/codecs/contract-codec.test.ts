import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { goldHours, goldIndex } from '#server/markets/candles/gold-index.ts';
import { listContracts } from '#server/markets/contracts/listed-contracts.ts';
import { drawRound } from '#server/markets/contracts/makers/house-quotes.ts';
import { snapshotOfContract } from '#server/markets/contracts/remote/contract-state.ts';
import type { ContractFamily } from '#server/markets/contracts/remote/messages.ts';
import { readyWorld, users } from '#server/markets/contracts/testing-world.ts';
import { pairs } from '#server/markets/pairs.ts';
import { packFailure } from '../bus/failures.ts';
import { packFrame } from '../bus/frame.ts';
import { contractCodec } from './contract-codec.ts';
import { spotCodec } from './pair-codec.ts';
import {
  amount,
  balance,
  count,
  countOrNone,
  headOf,
  key,
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
import { comparable, type Place } from '../workers/testing-places.ts';

const { decodeAnswer, decodeChange, decodeCommands, decodeAssigned, decodeSnapshot } = contractCodec;
const { encodeAnswer, encodeCommands, encodeAssigned, encodeSnapshot } = contractCodec;

const positionSide = fc.constantFrom('long' as const, 'short' as const);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const draws = fc.array(share, { maxLength: 64 });
const drawsOrNone = fc.option(draws);

const opening = {
  owner,
  contract: market,
  side: positionSide,
  type: fc.constantFrom('limit' as const, 'market' as const),
  priceTicks: countOrNone,
  lots: count,
  leverage: count,
  takeProfitTicks: count,
  stopLossTicks: count,
};
const order = fc.record({
  ...opening,
  id: count,
  filledLots: count,
  reserve: units,
  status: fc.constantFrom('open' as const, 'filled' as const, 'cancelled' as const),
  createdAt: count,
  updatedAt: count,
});
const position = fc.record({
  id: count,
  owner,
  contract: market,
  side: positionSide,
  leverage: count,
  lots: count,
  cost: units,
  margin: units,
  takeProfitTicks: countOrNone,
  stopLossTicks: countOrNone,
  openedLots: count,
  openedCost: units,
  openFee: units,
  closeFee: units,
  overnightFee: units,
  openFeeClosed: units,
  overnightFeeClosed: units,
  insurance: amount,
  realised: amount,
  chargedDay: count,
  warned: fc.boolean(),
  warnedAt: count,
  openedAt: count,
  updatedAt: count,
});
const trade = fc.record({ id: count, contract: market, takerSide: side, priceTicks: count, lots: count, at: count });
const ofOwner = { owner, contract: market, id: count };
const requests: { readonly [Kind in ContractFamily['request']['kind']]: fc.Arbitrary<ContractFamily['request']> } = {
  place: fc.record({ kind: fc.constant('place' as const), ...opening }),
  'place-for-robot': fc.record({ kind: fc.constant('place-for-robot' as const), ...opening }),
  cancel: fc.record({ kind: fc.constant('cancel' as const), ...ofOwner }),
  close: fc.record({ kind: fc.constant('close' as const), ...ofOwner, lots: count }),
  protect: fc.record({
    kind: fc.constant('protect' as const),
    ...ofOwner,
    takeProfitTicks: count,
    stopLossTicks: count,
  }),
  quote: fc.record({ kind: fc.constant('quote' as const), owner, contract: market, draws }),
  take: fc.record({ kind: fc.constant('take' as const), owner, contract: market, side, part: share, keptLots: count }),
  mark: fc.record({ kind: fc.constant('mark' as const), contract: market, indexTicks: countOrNone, seenAt: count }),
  overnight: fc.record({ kind: fc.constant('overnight' as const), contract: market, day: count }),
  step: fc.record({
    kind: fc.constant('step' as const),
    contract: market,
    indexTicks: countOrNone,
    seenAt: count,
    draws: drawsOrNone,
  }),
};

const levels = fc.array(fc.record({ priceTicks: count, lots: count }), { maxLength: 3 });
const state = {
  ...marketState,
  mark: fc.option(fc.record({ indexTicks: count, ticks: count, at: count })),
  rested: fc.option(fc.record({ indexTicks: count, ticks: count })),
  pricedAt: countOrNone,
  book: fc.record({ bids: levels, asks: levels, lastTicks: countOrNone, openLots: count }),
  hasQuotes: fc.boolean(),
};
const held = { orders: fc.array(order, { maxLength: 3 }), positions: fc.array(position, { maxLength: 3 }) };
const snapshot = fc.record({ ...state, ...held });
const change = fc.record({
  ...state,
  ...held,
  at: count,
  trades: fc.array(trade, { maxLength: 3 }),
  balances: fc.array(balance, { maxLength: 3 }),
});

const followed = [...pairs, goldIndex];
const listed = [...listContracts(followed, goldHours('market')), ...listContracts(followed)];

/** What a request is answered with may be any JSON, as far as these messages go. */
const isAnswer = (place: Place) => place.length === 4 && place.at(-1) === 'answer';

testsCodec(
  contractCodec,
  {
    request: fc.oneof(...Object.values(requests)),
    // JSON has no zero below zero, which a number may be.
    answer: fc.json().map((text): unknown => JSON.parse(text)),
    listed: fc.constantFrom(...listed),
    snapshot,
    change,
  },
  { isAnything: isAnswer, lists: ['positions', 'draws', 'hours', String.raw`book\.[01]`] },
);

describe('a request', () => {
  const read = (request: object) => {
    const bytes = packFrame({ commands: withoutKeys(request) });
    return decodeCommands(bytes).commands[0]?.request;
  };
  const step = { kind: 'step', contract: 'BTCUSDT', indexTicks: 600_000, seenAt: 1, draws: null };
  const take = { kind: 'take', owner: '11', contract: 'BTCUSDT', side: 'buy', part: 0.5, keptLots: 60 };

  it.each(Object.entries(requests))('of kind %s crosses', (kind, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, fc.option(key), (request, under) => {
        const sent = { market: 'BTCUSDT', epoch: 1, isHeld: true, pauses: 2, commands: [{ request, key: under }] };
        const [command] = decodeCommands(encodeCommands(sent)).commands;
        expect(command?.request.kind).toBe(kind);
        expect(comparable(command)).toStrictEqual(comparable({ request, key: under }));
      }),
      { numRuns: allRuns(30) },
    );
  });

  it('has the random numbers of a whole round, none of them outside the range', () => {
    const round = drawRound(() => 0.999_999_999_999_999_9);
    expect(read({ ...step, draws: round })).toStrictEqual({ ...step, draws: round });
    expect(read({ ...step, draws: [0, Number.MIN_VALUE] })).toMatchObject({ draws: [0, Number.MIN_VALUE] });
    // What is no number of JSON crosses as null.
    for (const draw of [1, -0.1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null, [0.5]]) {
      expect(() => read({ ...step, draws: [0.5, draw] }), String(draw)).toThrow(unread);
      expect(() => read({ ...take, part: draw }), String(draw)).toThrow(unread);
    }
    expect(read(take)).toMatchObject({ part: 0.5, owner: 11n });
  });

  it('has no endless list of them', () => {
    expect(read({ ...step, draws: Array.from({ length: 64 }, () => 0.5) })).toBeDefined();
    expect(() => read({ ...step, draws: Array.from({ length: 65 }, () => 0.5) })).toThrow(unread);
  });

  it('is one of those that a contract knows', () => {
    for (const kind of ['load', 'quote-at', 'deleverage', '', null]) {
      expect(() => read({ ...step, kind }), String(kind)).toThrow(unread);
    }
  });
});

describe('a field', () => {
  const one = { minLength: 1, maxLength: 1 };
  const snapshots = fc.record({ ...state, orders: fc.array(order, one), positions: fc.array(position, one) });
  const { head, reading } = oneSnapshot(contractCodec, snapshots);
  const reserveAs = (reserve: unknown) => reading(reserve, 'orders', '0', '11').orders[0]?.reserve;
  const insuranceAs = (insurance: unknown) => reading(insurance, 'positions', '0', '1', '7').positions[0]?.insurance;

  it('that is an amount is whole, and has one spelling', () => {
    expect([reserveAs('120'), insuranceAs('120')]).toEqual([120n, 120n]);
    for (const other of notAmounts) {
      expect(() => reserveAs(other), String(other)).toThrow(unread);
      expect(() => insuranceAs(other), String(other)).toThrow(unread);
    }
  });

  it('that is an amount is below zero only where it may be', () => {
    expect(insuranceAs('-1')).toBe(-1n);
    expect(() => reserveAs('-1')).toThrow(unread);
    for (const nth of ['6', '7']) expect(() => reading('-1', 'positions', '0', '0', nth), nth).toThrow(unread);
    for (const nth of ['1', '2', '3', '4', '5', '6']) {
      expect(() => reading('-1', 'positions', '0', '1', nth), nth).toThrow(unread);
    }
  });

  it('that counts is a whole number that is held exactly', () => {
    expect(reading(120, 'seq').seq).toBe(120);
    for (const other of notCounts) {
      expect(() => reading(other, 'seq'), String(other)).toThrow(unread);
      expect(() => reading(other, 'orders', '0', '6'), String(other)).toThrow(unread);
      expect(() => reading(other, 'positions', '0', '0', '5'), String(other)).toThrow(unread);
      expect(() => reading([other, 1, 1], 'mark'), String(other)).toThrow(unread);
      expect(() => reading([[[other, 1]], [], null, 0], 'book'), String(other)).toThrow(unread);
    }
  });

  it('that is a word is one of the list', () => {
    expect(reading('market', 'orders', '0', '4').orders[0]?.type).toBe('market');
    for (const nth of ['3', '4', '12']) expect(() => reading('another', 'orders', '0', nth), nth).toThrow(unread);
    for (const other of ['buy', 'LONG', '']) {
      expect(() => reading(other, 'positions', '0', '0', '3'), other).toThrow(unread);
    }
    for (const other of [0, 'true', null]) expect(() => reading(other, 'hasQuotes'), String(other)).toThrow(unread);
  });

  it('that names something is not empty and not endless', () => {
    expect(reading('N'.repeat(80), 'market').market).toHaveLength(80);
    for (const named of ['', 'N'.repeat(81)]) {
      expect(() => reading(named, 'market')).toThrow(unread);
      expect(() => reading(named, 'orders', '0', '2')).toThrow(unread);
    }
  });

  it('that belongs to no row is refused', () => {
    const rows = head as {
      readonly snapshot: Readonly<Record<'orders' | 'positions', readonly (readonly unknown[])[]>>;
    };
    const [orders, positions] = [rows.snapshot.orders[0] ?? [], rows.snapshot.positions[0] ?? []];
    expect(() => reading([...orders, 1], 'orders', '0')).toThrow(unread);
    expect(() => reading([...positions, []], 'positions', '0')).toThrow(unread);
    expect(() => reading([1, 2, 3, 4], 'mark')).toThrow(unread);
    expect(() => reading([1, 2, 3], 'rested')).toThrow(unread);
  });

  it('that is a side of the book has no more levels than are published', () => {
    const levelsOf = (length: number) => [Array.from({ length }, (_, nth) => [nth + 1, 1]), [], null, 0];
    expect(reading(levelsOf(depthLevelsMax), 'book').book.bids).toHaveLength(depthLevelsMax);
    expect(() => reading(levelsOf(depthLevelsMax + 1), 'book')).toThrow(unread);
  });
});

describe('an answer', () => {
  const read = (outcome: unknown) =>
    decodeAnswer(packFrame({ answer: { seq: 1, outcomes: [outcome] } })).outcomes[0] as { readonly answer?: unknown };

  it('may be null, as that of a maker is, and is never missing', () => {
    expect(read({ answer: null })).toStrictEqual({ ok: true, answer: null });
    expect(() => read({})).toThrow(unread);
    const bytes = encodeAnswer({ seq: 1, outcomes: [{ ok: true, answer: undefined }] });
    expect(() => decodeAnswer(bytes)).toThrow(unread);
  });

  it('is not also a failure', () => {
    expect(() => read({ answer: null, failure: packFailure(new Refusal('orderFinished')) })).toThrow(unread);
  });
});

describe('a contract that is assigned', () => {
  const [coin] = listContracts(followed);
  const gold = listContracts(followed, goldHours('market')).find(({ pair }) => pair === goldIndex.id);
  if (coin === undefined || gold === undefined) throw new Error('too little is listed');
  const read = (one: object) => decodeAssigned(packFrame({ assigned: [{ listed: one, epoch: 1 }] }));
  const goldSpans = gold.hours?.map(({ from, to }) => [from, to]) ?? [];

  it('crosses by its name, what it follows and its hours alone', () => {
    expect(headOf(encodeAssigned([{ listed: coin, epoch: 3 }]))).toStrictEqual({
      assigned: [{ listed: { contract: coin.id, pair: coin.pair, hours: null }, epoch: 3 }],
    });
    expect(read({ contract: gold.id, pair: gold.pair, hours: goldSpans })).toStrictEqual([{ listed: gold, epoch: 1 }]);
  });

  it('is refused when it is not listed, follows something else or trades at other hours here', () => {
    expect(() => read({ contract: 'ANOTHER', pair: coin.pair, hours: null })).toThrow(unread);
    expect(() => read({ contract: coin.id, pair: gold.pair, hours: null })).toThrow(unread);
    expect(() => read({ contract: coin.id, pair: coin.pair, hours: goldSpans })).toThrow(unread);
  });

  it('is refused when its hours are none', () => {
    for (const hours of [
      [],
      [[60, 60]],
      [[0, 10_080]],
      [
        [10, 20],
        [15, 30],
      ],
    ]) {
      expect(() => read({ contract: gold.id, pair: gold.pair, hours })).toThrow('invalid trading hours');
    }
  });
});

describe('the codec', () => {
  it('carries what a real contract shows', () => {
    const world = readyWorld();
    const [one, two] = users as [bigint, bigint];
    world.open(one, 'long', 20, 10);
    world.place(two, 'short', 5, 10, 605_000);
    const shown = { ...snapshotOfContract(world.market), epoch: 2, seq: 9 };
    expect([shown.orders.length, shown.positions.length, shown.book.bids.length]).toEqual([1, 1, 3]);
    expect(decodeSnapshot(encodeSnapshot(shown))).toStrictEqual(shown);
  });

  it('takes no message about a pair', () => {
    const pair = { market: 'BTCUSDT', epoch: 1, seq: 1, lastTicks: null, indicative: null, halted: null };
    const sent = withoutKeys({ kind: 'cancel', owner: 100_001n, id: 1 } as const);
    expect(() => decodeCommands(spotCodec.encodeCommands(sent))).toThrow(unread);
    expect(() => decodeSnapshot(spotCodec.encodeSnapshot({ ...pair, orders: [] }))).toThrow(unread);
    const changed = { ...pair, at: 1, trades: [], orders: [], balances: [] };
    expect(() => decodeChange(spotCodec.encodeChange(changed))).toThrow(unread);
  });

  it('is that of contracts', () => {
    expect(contractCodec.family).toBe('contracts');
  });
});
