import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { StoreIdentity } from '#server/core/store/identity.ts';
import { testIdentity } from '../testing-announcements.ts';
import { testBus } from '../testing-bus.ts';
import { type Heard, NoReply, NotDelivered } from './bus.ts';
import { signedBytes } from './signature.ts';
import { type Rejected, type SignedBus, signedBus } from './signed-bus.ts';

const key = Buffer.alloc(32, 1);
const nextKey = Buffer.alloc(32, 2);
const foreignKey = Buffer.alloc(32, 3);
const restored: StoreIdentity = { id: '0d1c1f7e-0000-4000-8000-000000000002', since: testIdentity.since + 1 };

function open() {
  const bus = testBus();
  const rejected: Rejected[] = [];
  const lines: { count: number }[] = [];
  const output = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)) as { count: number });
      done();
    },
  });
  let nowMs = 0;
  const member = (...keys: Buffer[]) =>
    signedBus({
      bus,
      keys: keys.length === 0 ? [key] : keys,
      logger: pino(output),
      rejected: (why) => rejected.push(why),
      nowMs: () => nowMs,
    });
  return { bus, member, rejected, lines, wait: (ms: number) => (nowMs += ms) };
}

const said = (text: string) => Buffer.from(text);

/** What a member hears on a subject, which it answers with the same. */
function listen(member: SignedBus, subject: string): string[] {
  const heard: string[] = [];
  member.serve(subject, (payload, answer) => {
    heard.push(Buffer.from(payload).toString());
    answer?.(payload);
  });
  return heard;
}

describe('a signed message', () => {
  it('is heard and answered by whoever has the key, by the subject it came on', async () => {
    const { member, rejected } = open();
    const heard = listen(member(), 'engine.call.*');
    const asks = member();
    expect(Buffer.from(await asks.request('engine.call.spot', said('an order'), 100)).toString()).toBe('an order');
    asks.publish('engine.call.users', said('news'));
    expect([heard, rejected]).toEqual([['an order', 'news'], []]);
  });

  it('is heard of nobody else: without a signature, with that of another key, changed, or on another subject', async () => {
    const { bus, member, rejected } = open();
    const heard = listen(member(), 'engine.announcements');
    const heardElsewhere = listen(member(), 'engine.stop');
    let signed = said('');
    bus.subscribe('engine.announcements', (payload) => (signed = Buffer.from(payload)));
    member().publish('engine.announcements', said('here'));
    const changed = Buffer.from(signed);
    changed[signed.length - 1] = 0;
    for (const forged of [said('here'), said('here'.repeat(40)), changed]) bus.publish('engine.announcements', forged);
    bus.publish('engine.stop', signed);
    member(foreignKey).publish('engine.announcements', said('here'));
    // Nobody is answered: a request waits until its time is over.
    await expect(bus.request('engine.stop', said('stop'), 20)).rejects.toThrow(NoReply);
    await expect(member(foreignKey).request('engine.stop', said('stop'), 20)).rejects.toThrow(NoReply);
    expect([heard, heardElsewhere]).toEqual([['here'], []]);
    expect(rejected).toEqual(Array(7).fill('signature'));
  });

  it('may be signed with either key while it is changed', async () => {
    const { member, rejected } = open();
    const heard = listen(member(key, nextKey), 'engine');
    for (const from of [member(key), member(key, nextKey), member(nextKey, key)]) {
      expect(Buffer.from(await from.request('engine', said('asked'), 100)).toString()).toBe('asked');
    }
    expect([heard.length, rejected]).toEqual([3, []]);
    await expect(member(nextKey).request('engine', said('asked'), 100)).rejects.toThrow(NoReply);
  });

  it('leaves room for its signature in what the broker takes', async () => {
    const { bus, member } = open();
    expect(member().payloadMaxBytes).toBe(bus.payloadMaxBytes - signedBytes);
    listen(member(), 'engine');
    const most = Buffer.alloc(member().payloadMaxBytes);
    expect((await member().request('engine', most, 100)).length).toBe(most.length);
  });
});

describe('an answer', () => {
  it('answers one request alone: neither what another one was answered nor the request itself', async () => {
    const { bus, member, rejected } = open();
    const asks = member();
    const tapped: Uint8Array[] = [];
    const engine = member();
    // Somebody between both, who says again what was said.
    bus.serve('engine', (payload, answer, subject) => {
      tapped.push(payload);
      if (tapped.length > 1) answer?.(tapped[0] as Uint8Array);
      else inner?.(payload, (answered) => (answer?.(answered), (tapped[0] = answered)), subject);
    });
    const tap = testBus();
    let inner: Heard | null = null;
    tap.serve = (_, heard) => ((inner = heard), async () => undefined);
    listen(
      signedBus({ bus: tap, keys: [key], logger: pino({ level: 'silent' }), rejected: () => undefined }),
      'engine',
    );
    expect(Buffer.from(await asks.request('engine', said('order'), 100)).toString()).toBe('order');
    await expect(asks.request('engine', said('order'), 100)).rejects.toThrow(NoReply);
    bus.serve('echo', (payload, answer) => answer?.(payload));
    await expect(engine.request('echo', said('order'), 100)).rejects.toThrow(NoReply);
    expect(rejected).toEqual(['signature', 'signature']);
  });
});

describe('the store that is named', () => {
  it('is that of who owns one, and a request for another one is refused as surely not done', async () => {
    const { member, rejected } = open();
    const engine = member();
    let identity = testIdentity;
    engine.ownStore(() => identity);
    const heard = listen(engine, 'engine');
    const edge = member();
    await edge.request('engine', said('1'), 100);
    // Restored: the edge has heard nothing of it.
    identity = restored;
    await expect(edge.request('engine', said('2'), 100)).rejects.toThrow(NotDelivered);
    edge.subscribe('announcements', () => undefined);
    engine.publish('announcements', said('here'));
    await edge.request('engine', said('3'), 100);
    expect([heard, rejected]).toEqual([['1', '3'], ['store']]);
  });

  it('is followed when it is newer, and the one before is not heard any more', async () => {
    const { member, rejected } = open();
    const [before, after, edge] = [member(), member(), member()];
    before.ownStore(() => testIdentity);
    after.ownStore(() => restored);
    const heard = listen(edge, 'announcements');
    before.publish('announcements', said('before'));
    after.publish('announcements', said('after'));
    before.publish('announcements', said('before'));
    expect([heard, rejected]).toEqual([['before', 'after'], ['store']]);
    const heardBefore = listen(before, 'engine');
    await expect(edge.request('engine', said('order'), 100)).rejects.toThrow(NotDelivered);
    expect(heardBefore).toEqual([]);
  });
});

it('logs what it drops at most every ten seconds, with how many there were', () => {
  const { bus, member, lines, rejected, wait } = open();
  listen(member(), 'engine');
  for (let nth = 0; nth < 50; nth += 1) bus.publish('engine', said('forged'));
  wait(10_000);
  bus.publish('engine', said('forged'));
  expect(rejected.length).toBe(51);
  expect(lines.map(({ count }) => count)).toEqual([1, 50]);
});
