import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderTypeNames } from '../../../protocol/order-types.ts';
import { wallets } from '../../../protocol/wallets.ts';
import { AccessRefusal } from '../../core/failures/access-refusal.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import { deadlinePassed, Refusal } from '../../core/failures/refusal.ts';
import { storeFailure } from '../../core/failures/store-failures.ts';
import { StoreUnavailable } from '../../core/failures/store-unavailable.ts';
import { pairs } from '../../markets/pairs.ts';
import type { BookedPair } from '../../markets/spot/auction/phase.ts';
import { EngineFault, packFailure } from '../wire/failures.ts';
import { packFrame, readFrame } from '../wire/frame.ts';
import { spotCodec } from './pair-wire.ts';

const {
  decodeAnswer,
  decodeChange,
  decodeCommands,
  decodeGiven,
  decodeSnapshot,
  encodeAnswer,
  encodeChange,
  encodeCommands,
  encodeGiven,
  encodeSnapshot,
} = spotCodec;

const count = fc.maxSafeNat();
const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const owner = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const pair = fc.stringMatching(/^[A-Z0-9]{4,16}$/);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const type = fc.constantFrom(...orderTypeNames);
const decimal = fc.option(fc.constantFrom('0', '1', '60000.12', '0.00000001', 'not a decimal'));

const order = fc.record({
  id: count,
  owner,
  pair,
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
  pair,
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
const balance = fc.record({
  owner,
  wallet: fc.constantFrom(...wallets),
  asset: fc.stringMatching(/^[A-Z0-9]{2,10}$/),
  available: amount,
  frozen: amount,
  locked: amount,
});

const refusal = fc.constantFrom(
  new Refusal('insufficientWalletBalance'),
  new Refusal('quantityOutOfRange', { openOrdersMax: 200, why: 'text' }),
  deadlinePassed(),
  new AccessRefusal('noRealName', '998'),
);
const key = fc.record(
  { call: fc.string(), key: fc.string({ unit: 'binary' }), bodyHash: fc.string(), barred: refusal },
  { requiredKeys: ['call', 'key', 'bodyHash'] },
);
const request = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    owner,
    pair,
    side,
    type,
    price: decimal,
    amount: decimal,
    total: decimal,
  }),
  fc.record({ kind: fc.constant('cancel' as const), owner, id: count }),
);
const commands = fc.record({
  market: pair,
  epoch: count,
  isHeld: fc.boolean(),
  pauses: count,
  commands: fc.array(
    fc.record(
      { request, key: fc.option(key), trace: fc.constant('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01') },
      { requiredKeys: ['request', 'key'] },
    ),
    { maxLength: 5 },
  ),
});

const failure = fc.oneof(
  refusal,
  fc.constantFrom(new StoreUnavailable('away'), new OutcomeUnknown('a transaction'), new Error('secret detail')),
);
const answer = fc.record({
  seq: count,
  outcomes: fc.array(
    fc.oneof(
      fc.record({ ok: fc.constant(true as const), answer: order }),
      fc.record({ ok: fc.constant(false as const), error: failure }),
    ),
    { maxLength: 5 },
  ),
});

const state = {
  market: pair,
  epoch: count,
  seq: count,
  lastTicks: fc.option(count),
  indicative: fc.option(fc.record({ priceTicks: count, lots: units })),
  halted: fc.option(fc.string({ unit: 'binary' })),
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
const given = fc.array(
  fc.record({
    listed: fc
      .tuple(fc.constantFrom(...pairs), fc.option(fc.constantFrom('1', '60000.5'), { nil: undefined }))
      .map(priced),
    epoch: count,
  }),
  { maxLength: 3 },
);

/** A listed pair with another reference price; without one, where there is none. */
function priced([listed, referencePrice]: [BookedPair, string | undefined]): BookedPair {
  const { referencePrice: _, ...row } = listed;
  return referencePrice === undefined ? row : { ...row, referencePrice };
}

/** How a kind of message is tested: arbitrary ones, and what makes bytes of them and reads them again. */
interface Kind<Message> {
  readonly kind: string;
  readonly messages: fc.Arbitrary<Message>;
  readonly encode: (message: Message) => Buffer;
  readonly decode: (bytes: Uint8Array) => unknown;
}

/** Kinds of different messages in one list. */
function kindOf<Message>(kind: Kind<Message>) {
  return {
    kind: kind.kind,
    decode: kind.decode,
    bytes: kind.messages.map((message) => ({ message: message as unknown, bytes: kind.encode(message) })),
  };
}

const kinds = [
  kindOf({ kind: 'commands', messages: commands, encode: encodeCommands, decode: decodeCommands }),
  kindOf({ kind: 'answer', messages: answer, encode: encodeAnswer, decode: decodeAnswer }),
  kindOf({ kind: 'snapshot', messages: snapshot, encode: encodeSnapshot, decode: decodeSnapshot }),
  kindOf({ kind: 'change', messages: change, encode: encodeChange, decode: decodeChange }),
  kindOf({ kind: 'given', messages: given, encode: encodeGiven, decode: decodeGiven }),
];

/** Errors as what crosses of them: what broke an invariant crosses without detail. */
function comparable(value: unknown): unknown {
  if (value instanceof Error) return { failure: packFailure(value) };
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, comparable(inner)]));
}

/** Every place in a message, except below the facts of a refusal: those may be anything that is a text or a number. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object' || path.at(-1) === 'data') return [path];
  return [path, ...Object.entries(value).flatMap(([field, inner]) => placesOf(inner, [...path, field]))];
}

/** The message with another value at a place; without a value, the place is gone. */
function altered(value: unknown, [field, ...rest]: readonly string[], put: unknown): unknown {
  if (field === undefined) return put;
  const holder = value as Readonly<Record<string, unknown>>;
  const inner = altered(holder[field], rest, put);
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return inner === undefined
      ? entries.filter((_, nth) => String(nth) !== field)
      : entries.map((entry, nth) => (String(nth) === field ? inner : entry));
  }
  return { ...holder, [field]: inner };
}

const headOf = (bytes: Buffer) => readFrame(bytes)?.head;
const unread = 'a message about a market cannot be read';

describe.each(kinds)('a message of kind $kind', ({ kind, bytes: encoded, decode }) => {
  it('is read as it was sent', () => {
    fc.assert(
      fc.property(encoded, ({ message, bytes }) => {
        expect(comparable(decode(bytes))).toStrictEqual(comparable(message));
      }),
    );
  });

  it('is refused when any part of it is missing at its end, or something follows', () => {
    fc.assert(
      fc.property(encoded, fc.nat(), ({ bytes }, at) => {
        expect(() => decode(bytes.subarray(0, at % bytes.length))).toThrow(unread);
        expect(() => decode(Buffer.concat([bytes, Buffer.from('1')]))).toThrow(unread);
      }),
    );
  });

  it('is refused when anything in it is of another type', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        const head = headOf(bytes);
        for (const place of placesOf(head)) {
          const put = { another: true };
          expect(() => decode(packFrame(altered(head, place, put) as object)), place.join('.')).toThrow(unread);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is refused when a field of it is missing', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        const head = headOf(bytes);
        // An entry of a list may be missing, and so may these.
        const optional: readonly unknown[] = ['referencePrice', 'trace'];
        const lists = /(?:^given|commands|outcomes|orders|trades|balances|tags)\.\d+$/;
        const needed = placesOf(head).filter(
          (place) => place.length > 0 && !optional.includes(place.at(-1)) && !lists.test(place.join('.')),
        );
        for (const place of needed) {
          const without = altered(head, place, undefined) as object;
          expect(() => decode(packFrame(without)), place.join('.')).toThrow(unread);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is refused where another kind is awaited', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        for (const other of kinds.filter((one) => one.kind !== kind)) {
          expect(() => other.decode(bytes), other.kind).toThrow(unread);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('a field', () => {
  const [sent] = fc.sample(fc.record({ ...state, orders: fc.array(order, { minLength: 1, maxLength: 1 }) }), {
    numRuns: 1,
    seed: 1,
  });
  const head = sent === undefined ? null : headOf(encodeSnapshot(sent));
  const reading = (put: unknown, ...place: readonly string[]) =>
    decodeSnapshot(packFrame(altered(head, ['snapshot', ...place], put) as object));
  const feeAs = (fee: unknown) => reading(fee, 'orders', '0', '10');

  it('that is an amount is whole, and has one spelling', () => {
    expect(feeAs('120').orders[0]?.fee).toBe(120n);
    for (const fee of [
      '',
      ' 1',
      '1 ',
      '+1',
      '01',
      '-0',
      '1.0',
      '1e3',
      '0x10',
      '1n',
      '١',
      'null',
      '9'.repeat(41),
      120,
    ]) {
      expect(() => feeAs(fee), String(fee)).toThrow(unread);
    }
  });

  it('that is an amount of an order is not below zero', () => {
    expect(() => feeAs('-1')).toThrow(unread);
  });

  it('that counts is a whole number that is held exactly', () => {
    expect(reading(120, 'seq').seq).toBe(120);
    for (const seq of [-1, 1.5, 2 ** 53, '1', null]) expect(() => reading(seq, 'seq'), String(seq)).toThrow(unread);
  });

  it('that is a word is one of the list', () => {
    expect(reading('market', 'orders', '0', '4').orders[0]?.type).toBe('market');
    for (const nth of ['3', '4', '11', '12']) {
      expect(() => reading('another', 'orders', '0', nth), nth).toThrow(unread);
    }
  });

  it('that names something is not empty and not endless', () => {
    expect(reading('N'.repeat(80), 'market').market).toHaveLength(80);
    for (const named of ['', 'N'.repeat(81)]) expect(() => reading(named, 'market')).toThrow(unread);
  });

  it('that belongs to no row is refused', () => {
    const row = (head as { readonly snapshot: { readonly orders: readonly (readonly unknown[])[] } }).snapshot
      .orders[0];
    expect(comparable(reading(row, 'orders', '0').orders)).toStrictEqual(comparable(sent?.orders));
    expect(() => reading([...(row ?? []), 1], 'orders', '0')).toThrow(unread);
  });

  it('that is a decimal of a request is as long as decimals are', () => {
    const place = { kind: 'place', owner: 100_000n, pair: 'BTCUSDT', side: 'buy', type: 'limit', total: null } as const;
    const asked = (text: string) => {
      const command = { request: { ...place, price: text, amount: text }, key: null };
      const sentCommands = { market: 'BTCUSDT', epoch: 1, isHeld: false, pauses: 0, commands: [command] };
      return decodeCommands(encodeCommands(sentCommands)).commands[0]?.request;
    };
    expect(asked('1'.repeat(40))).toMatchObject({ price: '1'.repeat(40) });
    expect(() => asked('1'.repeat(41))).toThrow(unread);
  });
});

describe('a failure', () => {
  it('is for the active engine what it was where the pair runs', () => {
    const errors = [
      new Refusal('orderFinished'),
      new OutcomeUnknown('it'),
      new StoreUnavailable('away'),
      new Error('x'),
    ];
    const { outcomes } = decodeAnswer(
      encodeAnswer({ seq: 1, outcomes: errors.map((error) => ({ ok: false, error })) }),
    );
    const [refused, unknown, busy, broken] = outcomes.map((one) => (one.ok ? null : one.error));
    expect(refused).toBeInstanceOf(Refusal);
    expect([storeFailure(unknown), storeFailure(busy)]).toEqual(['unknown', 'busy']);
    expect(broken).toBeInstanceOf(EngineFault);
  });

  it('bars a key only when it is a refusal', () => {
    const command = { request: { kind: 'cancel', owner: 100_000n, id: 1 }, key: null } as const;
    const head = headOf(encodeCommands({ market: 'BTCUSDT', epoch: 1, isHeld: false, pauses: 0, commands: [command] }));
    const barredBy = (failure: unknown) =>
      packFrame(altered(head, ['commands', 'commands', '0', 'key'], ['call', 'key', 'hash', failure]) as object);
    const { commands: read } = decodeCommands(barredBy(packFailure(deadlinePassed())));
    expect(read[0]?.key?.barred).toBeInstanceOf(Refusal);
    expect(() => decodeCommands(barredBy(packFailure(new Error('x'))))).toThrow(unread);
    expect(() => decodeCommands(barredBy(packFailure(new OutcomeUnknown('x'))))).toThrow(unread);
  });
});
