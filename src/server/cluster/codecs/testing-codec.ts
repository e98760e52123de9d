import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import { AccessRefusal } from '#server/core/failures/access-refusal.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { deadlinePassed, Refusal } from '#server/core/failures/refusal.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import type { Family } from '../placement/messages.ts';
import { EngineFault, packFailure } from '../bus/failures.ts';
import { packFrame, readFrame } from '../bus/frame.ts';
import type { FamilyCodec } from './codec.ts';
import { altered, comparable, type Place, placesOf } from '../workers/testing-places.ts';

/** What the messages of every family of markets are tested with, and the tests that are the same for all of them. */

export const count = fc.maxSafeNat();
export const countOrNone = fc.option(count);
/** An amount that is not below zero. */
export const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
export const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
export const owner = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** The name of a market. */
export const market = fc.stringMatching(/^[A-Z0-9]{4,16}$/);
export const side = fc.constantFrom('buy' as const, 'sell' as const);
export const balance = fc.record({
  owner,
  wallet: fc.constantFrom(...wallets),
  asset: fc.stringMatching(/^[A-Z0-9]{2,10}$/),
  available: amount,
  frozen: amount,
  locked: amount,
});
/** The fields of a market's state that every family has. */
export const marketState = {
  market,
  epoch: count,
  seq: count,
  halted: fc.option(fc.string({ unit: 'binary' })),
};

const refusal = fc.constantFrom(
  new Refusal('insufficientWalletBalance'),
  new Refusal('quantityOutOfRange', { openOrdersMax: 200, why: 'text' }),
  deadlinePassed(),
  new AccessRefusal('noRealName', '998'),
);
const failure = fc.oneof(
  refusal,
  fc.constantFrom(new StoreUnavailable('away'), new OutcomeUnknown('a transaction'), new Error('secret detail')),
);
/** The key of a command. */
export const key = fc.record(
  { call: fc.string(), key: fc.string({ unit: 'binary' }), bodyHash: fc.string(), barred: refusal },
  { requiredKeys: ['call', 'key', 'bodyHash'] },
);
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** What is no amount: those are whole and have one spelling. */
export const notAmounts: readonly unknown[] = [
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
  null,
];

/** What is no count: those are whole, not below zero and held exactly. What is no number of JSON crosses as null. */
export const notCounts: readonly unknown[] = [-1, 1.5, 2 ** 53, '1', null, Number.NaN, Number.NEGATIVE_INFINITY];

/** What a message that is refused is refused with. */
export const unread = 'a message about a market cannot be read';

/** The head of a message, which is all there is of one. */
export function headOf(bytes: Uint8Array): unknown {
  return readFrame(bytes)?.head;
}

/** Commands of one market, none of them with a key. */
export function withoutKeys<Request>(...requests: readonly Request[]) {
  const commands = requests.map((request) => ({ request, key: null }));
  return { market: 'BTCUSDT', epoch: 1, isHeld: false, pauses: 0, commands };
}

/** A snapshot, its head, and a reader of what is left of it when a place in it has another value. */
export function oneSnapshot<Of extends Family>(codec: FamilyCodec<Of>, snapshots: fc.Arbitrary<Of['snapshot']>) {
  const sent = sampleOf(snapshots);
  const head = headOf(codec.encodeSnapshot(sent));
  const reading = (put: unknown, ...place: Place): Of['snapshot'] =>
    codec.decodeSnapshot(packFrame(altered(head, ['snapshot', ...place], put) as object));
  return { sent, head, reading };
}

function sampleOf<Value>(values: fc.Arbitrary<Value>): Value {
  return fc.sample(values, { numRuns: 1, seed: 1 })[0] as Value;
}

/** What a family says, at random. */
interface FamilyMessages<Of extends Family> {
  readonly request: fc.Arbitrary<Of['request']>;
  readonly answer: fc.Arbitrary<Of['answer']>;
  readonly listed: fc.Arbitrary<Of['listed']>;
  readonly snapshot: fc.Arbitrary<Of['snapshot']>;
  readonly change: fc.Arbitrary<Of['change']>;
}

type MessageKind = 'commands' | 'answer' | 'snapshot' | 'change' | 'assigned';

/** What is a family's own about the form of its messages. */
interface FamilyForm {
  /** Whether a place may have any value at all, because it is read elsewhere. */
  readonly isAnything?: (place: Place) => boolean;
  /** Fields that may be missing, besides those of every family. */
  readonly optional?: readonly string[];
  /** Lists whose entries may be missing, besides those of every family: how the places of those lists end. */
  readonly lists: readonly string[];
}

/** A kind of message: arbitrary ones with their bytes, and what reads them. */
interface Kind {
  readonly kind: MessageKind;
  readonly encoded: fc.Arbitrary<{ readonly message: unknown; readonly bytes: Buffer }>;
  readonly decode: (bytes: Uint8Array) => unknown;
}

function kindOf<Message>(
  kind: MessageKind,
  messages: fc.Arbitrary<Message>,
  encode: (message: Message) => Buffer,
  decode: (bytes: Uint8Array) => Message,
): Kind {
  return { kind, encoded: messages.map((message) => ({ message, bytes: encode(message) })), decode };
}

function kindsOf<Of extends Family>(codec: FamilyCodec<Of>, messages: FamilyMessages<Of>): readonly Kind[] {
  const command = fc.record(
    { request: messages.request, key: fc.option(key), trace: fc.constant(trace) },
    { requiredKeys: ['request', 'key'] },
  );
  const commands = fc.record({
    market,
    epoch: count,
    isHeld: fc.boolean(),
    pauses: count,
    commands: fc.array(command, { maxLength: 5 }),
  });
  const outcome = fc.oneof(
    fc.record({ ok: fc.constant(true as const), answer: messages.answer }),
    fc.record({ ok: fc.constant(false as const), error: failure }),
  );
  const answer = fc.record({ seq: count, outcomes: fc.array(outcome, { maxLength: 5 }) });
  const assigned = fc.array(fc.record({ listed: messages.listed, epoch: count }), { maxLength: 3 });
  return [
    kindOf('commands', commands, codec.encodeCommands, codec.decodeCommands),
    kindOf('answer', answer, codec.encodeAnswer, codec.decodeAnswer),
    kindOf('snapshot', messages.snapshot, codec.encodeSnapshot, codec.decodeSnapshot),
    kindOf('change', messages.change, codec.encodeChange, codec.decodeChange),
    kindOf('assigned', assigned, codec.encodeAssigned, codec.decodeAssigned),
  ];
}

/** Declares what holds for the messages of every family. */
export function testsCodec<Of extends Family>(
  codec: FamilyCodec<Of>,
  messages: FamilyMessages<Of>,
  form: FamilyForm,
): void {
  const kinds = kindsOf(codec, messages);
  describe.each(kinds)('a message of kind $kind', (kind) => {
    testsBytes(kind, kinds);
    testsPlaces(kind, form);
    testsForeignFields(kind, form);
  });
  testsFailures(codec, sampleOf(messages.request));
}

function testsBytes({ kind, encoded, decode }: Kind, kinds: readonly Kind[]): void {
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

  it('is refused where another kind is awaited', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        for (const other of kinds.filter((one) => one.kind !== kind)) {
          expect(() => other.decode(bytes), other.kind).toThrow(unread);
        }
      }),
      { numRuns: allRuns(20) },
    );
  });
}

function testsPlaces({ encoded, decode }: Kind, { isAnything = () => false, optional = [], lists }: FamilyForm): void {
  // The facts of a refusal may be anything that is a text or a number.
  const isOpaque = (place: Place) => isAnything(place) || place.at(-1) === 'data';
  const mayBeMissing: readonly unknown[] = ['trace', ...optional];
  const ofLists = ['assigned', 'commands', 'outcomes', 'orders', 'trades', 'balances', ...lists].join('|');
  const entry = new RegExp(String.raw`(?:^|\.)(?:${ofLists})\.\d+$`);

  it('is refused when anything in it is of another type', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        const head = headOf(bytes);
        for (const place of placesOf(head, isOpaque).filter((one) => !isAnything(one))) {
          const put = { another: true };
          expect(() => decode(packFrame(altered(head, place, put) as object)), place.join('.')).toThrow(unread);
        }
      }),
      { numRuns: allRuns(20) },
    );
  });

  it('is refused when a field of it is missing', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        const head = headOf(bytes);
        const needed = placesOf(head, isOpaque).filter(
          (place) => place.length > 0 && !mayBeMissing.includes(place.at(-1)) && !entry.test(place.join('.')),
        );
        for (const place of needed) {
          const without = altered(head, place, undefined) as object;
          expect(() => decode(packFrame(without)), place.join('.')).toThrow(unread);
        }
      }),
      { numRuns: allRuns(20) },
    );
  });
}

function testsForeignFields({ encoded, decode }: Kind, { isAnything = () => false }: FamilyForm): void {
  // Failures may come to say more, and are read by others than these messages.
  const fields: readonly unknown[] = ['failure', 'key'];
  const isForeign = (place: Place) => isAnything(place) || fields.includes(place.at(-1));

  it('is refused when it has a field that belongs nowhere', () => {
    fc.assert(
      fc.property(encoded, ({ bytes }) => {
        const head = headOf(bytes);
        for (const place of placesOf(head, isForeign).filter((one) => !isForeign(one))) {
          const holder = place.reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], head);
          if (holder === null || typeof holder !== 'object' || Array.isArray(holder)) continue;
          const more = altered(head, place, { ...holder, another: 1 }) as object;
          expect(() => decode(packFrame(more)), place.join('.')).toThrow(unread);
        }
      }),
      { numRuns: allRuns(20) },
    );
  });
}

function testsFailures<Of extends Family>(codec: FamilyCodec<Of>, request: Of['request']): void {
  describe('a failure', () => {
    it('is for the active engine what it was where the market runs', () => {
      const errors = [
        new Refusal('orderFinished'),
        new OutcomeUnknown('it'),
        new StoreUnavailable('away'),
        new Error('x'),
      ];
      const { outcomes } = codec.decodeAnswer(
        codec.encodeAnswer({ seq: 1, outcomes: errors.map((error) => ({ ok: false, error })) }),
      );
      const [refused, unknown, busy, broken] = outcomes.map((one) => (one.ok ? null : one.error));
      expect(refused).toBeInstanceOf(Refusal);
      expect([storeFailure(unknown), storeFailure(busy)]).toEqual(['unknown', 'busy']);
      expect(broken).toBeInstanceOf(EngineFault);
    });

    it('bars a key only when it is a refusal', () => {
      const head = headOf(codec.encodeCommands(withoutKeys(request)));
      const barredBy = (by: unknown) =>
        packFrame(altered(head, ['commands', 'commands', '0', 'key'], ['call', 'key', 'hash', by]) as object);
      const { commands: read } = codec.decodeCommands(barredBy(packFailure(deadlinePassed())));
      expect(read[0]?.key?.barred).toBeInstanceOf(Refusal);
      expect(() => codec.decodeCommands(barredBy(packFailure(new Error('x'))))).toThrow(unread);
      expect(() => codec.decodeCommands(barredBy(packFailure(new OutcomeUnknown('x'))))).toThrow(unread);
    });
  });
}
