import * as fc from 'fast-check';
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';
import { codes } from '#protocol/core/codes.ts';
import { streamLimits } from './stream-limits.ts';
import { StoreUnavailable } from '../core/failures/store-unavailable.ts';
import { TopicNotFound } from '../core/topics/topic-source.ts';
import { TestClient, testStream } from './testing.ts';
import { handAccounts } from './testing-feeds.ts';

let exchange: Awaited<ReturnType<typeof testStream>>;

beforeEach(async () => {
  exchange = await testStream();
});
afterEach(async () => {
  await exchange.close();
});

async function restart(changes: Parameters<typeof testStream>[0]): Promise<void> {
  await exchange.close();
  exchange = await testStream(changes);
}

async function signedIn(userId: bigint, sessionId: bigint): Promise<TestClient> {
  exchange.sessions.set(`token-${sessionId}`, { userId, sessionId });
  const client = await exchange.connect();
  client.say({ op: 'auth', token: `token-${sessionId}` });
  client.say({ op: 'subscribe', topics: ['account'] });
  await client.until((c) => c.topicFrames('account')[0]);
  return client;
}

describe('public topics', () => {
  test('begin with a snapshot and continue with deltas in sequence', async () => {
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    const first = await client.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    expect(first).toMatchObject({ is: 'snapshot', data: { last: '1' } });
    for (const last of ['2', '3']) {
      exchange.tickers.set('BTCUSDT', last);
      const delta = await client.until((c) =>
        c.topicFrames('ticker:BTCUSDT').find((f) => (f.data as { last: string }).last === last),
      );
      expect(delta.is).toBe('delta');
    }
    const sequence = client.topicFrames('ticker:BTCUSDT').map((frame) => frame.seq);
    expect(sequence).toEqual([first.seq, first.seq + 1, first.seq + 2]);
  });

  test('what is due within one tick is sent in one write, only the latest state of each topic', async () => {
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT', 'ticker:ETHUSDT'] });
    await client.until((c) => c.topicFrames('ticker:ETHUSDT').length === 1);
    await sleep(10);
    const writes = client.writes;
    for (let price = 10; price < 20; price += 1) {
      exchange.tickers.set('BTCUSDT', String(price));
      exchange.tickers.set('ETHUSDT', String(price));
    }
    await client.until((c) => c.topicFrames('ticker:ETHUSDT').length === 2);
    expect(client.writes).toBe(writes + 1);
    expect(client.topicFrames('ticker:BTCUSDT').at(-1)).toMatchObject({ is: 'delta', data: { last: '19' } });
  });

  test('a resync brings a snapshot that the next delta follows', async () => {
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    await client.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    exchange.tickers.set('BTCUSDT', '5');
    await client.until((c) => c.topicFrames('ticker:BTCUSDT')[1]);
    client.say({ op: 'resync', topic: 'ticker:BTCUSDT' });
    const again = await client.until((c) => c.topicFrames('ticker:BTCUSDT')[2]);
    expect(again).toMatchObject({ is: 'snapshot', data: { last: '5' } });
    exchange.tickers.set('BTCUSDT', '6');
    const next = await client.until((c) => c.topicFrames('ticker:BTCUSDT')[3]);
    expect(next).toMatchObject({ is: 'delta', seq: again.seq + 1, data: { last: '6' } });
  });

  test('the market is notified of the first and the last subscriber of a pair, however the last one leaves', async () => {
    const one = await exchange.connect();
    const two = await exchange.connect();
    for (const client of [one, two]) {
      client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
      await client.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    }
    one.say({ op: 'unsubscribe', topics: ['ticker:BTCUSDT'] });
    two.socket.terminate();
    await expect.poll(() => exchange.interest).toEqual(['+BTCUSDT', '-BTCUSDT']);
    expect(exchange.tickers.opened.size).toBe(0);
    expect(exchange.stream.figures().topics).toBe(0);
  });

  test('an unknown topic and one too many are refused by name', async () => {
    await restart({ limits: { topicsPerConnection: 2 } });
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:NOPEUSDT', 'ticker:BTCUSDT'] });
    client.say({ op: 'subscribe', topics: ['ticker:ETHUSDT', 'ticker:SOLUSDT'] });
    await client.until((c) => c.heard.filter((frame) => 'op' in frame && frame.op === 'refused').length === 2);
    expect(client.heard).toContainEqual({ op: 'refused', topic: 'ticker:NOPEUSDT', code: codes.notFound });
    expect(client.heard).toContainEqual({ op: 'refused', topic: 'ticker:SOLUSDT', code: codes.busyRetry });
  });

  test('a topic that turns out not to exist is refused as one', async () => {
    const feed = {
      snapshot() {
        throw new TopicNotFound();
      },
      take: () => null,
      close: () => undefined,
    };
    await restart({ publicSources: [{ kind: 'ticker', has: () => true, open: () => feed }] });
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    const refused = await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'refused'));
    expect(refused).toMatchObject({ topic: 'ticker:BTCUSDT', code: codes.notFound });
    expect(exchange.logged).toEqual([]);
  });

  test('a source that throws loses its topic, not the stream', async () => {
    const broken = {
      kind: 'trades' as const,
      has: () => true,
      open: () => ({
        snapshot: () => {
          throw new Error('broken');
        },
        take: () => null,
        close: () => undefined,
      }),
    };
    await restart({ publicSources: [broken, exchange.tickers] });
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['trades:BTCUSDT', 'ticker:BTCUSDT'] });
    await client.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    expect(client.heard).toContainEqual({ op: 'refused', topic: 'trades:BTCUSDT', code: codes.serverError });
    expect(exchange.logged).toHaveLength(1);
  });
});

describe('the account topic', () => {
  test('is refused without sign-in', async () => {
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['account'] });
    await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'refused'));
    client.say({ op: 'auth', token: 'made-up' });
    client.say({ op: 'subscribe', topics: ['account'] });
    await client.until((c) => c.heard.filter((frame) => 'op' in frame && frame.op === 'refused').length === 2);
    expect(client.heard).toContainEqual({ op: 'auth', signedIn: false });
    expect(client.topicFrames('account')).toEqual([]);
  });

  test('sends a snapshot and later commits, to its owner alone', async () => {
    exchange.accounts.set(1n, 4);
    const mine = await signedIn(1n, 11n);
    const other = await signedIn(2n, 22n);
    expect(mine.topicFrames('account')[0]).toMatchObject({ is: 'snapshot', data: { unread: 4 } });
    exchange.accounts.set(1n, 5);
    const delta = await mine.until((c) => c.topicFrames('account')[1]);
    expect(delta).toMatchObject({ is: 'delta', seq: 1, data: { unread: 5 } });
    expect(other.topicFrames('account')).toHaveLength(1);
  });

  test('ends when its session is revoked', async () => {
    const mine = await signedIn(1n, 11n);
    const elsewhere = await signedIn(1n, 12n);
    exchange.revoke(11n);
    await mine.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'auth' && !frame.signedIn));
    exchange.accounts.set(1n, 9);
    await elsewhere.until((c) => c.topicFrames('account')[1]);
    expect(mine.topicFrames('account')).toHaveLength(1);
  });

  test('ends when its session has ended unnoticed and sessions are looked up again', async () => {
    const ended = await signedIn(1n, 11n);
    const stays = await signedIn(1n, 12n);
    exchange.sessions.delete('token-11');
    exchange.stream.recheckSessions();
    await ended.until((c) => c.heard.some((frame) => 'op' in frame && frame.op === 'auth' && !frame.signedIn));
    exchange.accounts.set(1n, 5);
    await stays.until((c) => c.topicFrames('account').find(({ is }) => is === 'delta'));
    expect(ended.topicFrames('account').length).toBe(1);
    expect(ended.closeCode).toBeNull();
  });

  test('a session revoked during its look-up gives no access', async () => {
    const found: ((session: { userId: bigint; sessionId: bigint }) => void)[] = [];
    const revoked: ((sessionId: bigint) => void)[] = [];
    await restart({
      sessions: {
        lookUp: () => new Promise((resolve) => void found.push(resolve)),
        onRevoked: (listener) => {
          revoked.push(listener);
          return () => undefined;
        },
      },
    });
    const client = await exchange.connect();
    client.say({ op: 'auth', token: 'token' });
    client.say({ op: 'subscribe', topics: ['account'] });
    client.say({ op: 'ping', at: 1 });
    await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'pong'));
    revoked[0]?.(7n);
    found[0]?.({ userId: 1n, sessionId: 7n });
    await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'refused'));
    expect(client.heard).toContainEqual({ op: 'auth', signedIn: false });
  });

  test('another account on the same connection ends the first', async () => {
    const client = await signedIn(1n, 11n);
    exchange.sessions.set('token-22', { userId: 2n, sessionId: 22n });
    client.say({ op: 'auth', token: 'token-22' });
    await client.until((c) => c.heard.filter((frame) => 'op' in frame && frame.op === 'auth').length === 2);
    exchange.accounts.set(1n, 3);
    client.say({ op: 'subscribe', topics: ['account'] });
    await client.until((c) => c.topicFrames('account').length === 2);
    expect(client.topicFrames('account')[1]).toMatchObject({ is: 'snapshot', data: { unread: 0 } });
    expect([...exchange.accounts.openUsers]).toEqual([2n]);
  });
});

describe('while the store is unavailable', () => {
  test('connections stay, public topics continue, and private ones follow when it is back', async () => {
    let isAway = true;
    const hands = handAccounts();
    const gone = () => Promise.reject(new StoreUnavailable('it is away'));
    await restart({
      accountSource: {
        open(userId, due) {
          const feed = hands.open(userId, due);
          return { ...feed, load: () => (isAway ? gone() : feed.load()) };
        },
      },
      sessions: {
        // One of the two was looked up recently.
        lookUp: (token) =>
          isAway && token === 'unknown yet'
            ? gone()
            : Promise.resolve({ userId: 1n, sessionId: token.length === 4 ? 1n : 2n }),
        onRevoked: () => () => undefined,
      },
    });
    const known = await exchange.connect();
    known.say({ op: 'auth', token: 'seen' });
    const unknown = await exchange.connect();
    unknown.say({ op: 'auth', token: 'unknown yet' });
    for (const client of [known, unknown]) client.say({ op: 'subscribe', topics: ['account', 'ticker:BTCUSDT'] });
    await known.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'auth' && frame.signedIn));
    await unknown.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    exchange.tickers.set('BTCUSDT', '2');
    for (const client of [known, unknown]) await client.until((c) => c.topicFrames('ticker:BTCUSDT')[1]);
    expect(unknown.heard.some((frame) => 'op' in frame && frame.op !== 'hello')).toBe(false);
    await sleep(700);
    isAway = false;
    for (const client of [known, unknown]) await client.until((c) => c.topicFrames('account')[0]);
    expect([known.closeCode, unknown.closeCode]).toEqual([null, null]);
    expect(JSON.stringify([known.heard, unknown.heard])).not.toContain('refused');
  });

  test('missed changes arrive with a new snapshot', async () => {
    const mine = await signedIn(1n, 11n);
    const other = await signedIn(2n, 22n);
    exchange.stream.restartAccounts();
    for (const client of [mine, other]) await client.until((c) => c.topicFrames('account')[1]);
    exchange.accounts.set(1n, 9);
    const frame = await mine.until((c) => c.topicFrames('account')[2]);
    expect(mine.topicFrames('account')[1]).toMatchObject({ is: 'snapshot' });
    expect(frame).toMatchObject({ is: 'delta', data: { unread: 9 } });
    expect(other.topicFrames('account')).toHaveLength(2);
  });
});

describe('limits', () => {
  test('a page of another origin and one connection too many are refused', async () => {
    await restart({ limits: { connectionsPerAddress: 1 } });
    const own = await exchange.connect({ origin: exchange.url.replace('ws:', 'http:').replace('/stream', '') });
    const stranger = new TestClient(exchange.url, { origin: 'https://elsewhere.example' });
    await stranger.until((c) => c.closeCode !== null);
    const second = new TestClient(exchange.url);
    await second.until((c) => c.closeCode !== null);
    expect([stranger.heard, second.heard]).toEqual([[], []]);
    own.socket.close();
    await expect.poll(() => exchange.stream.figures().connections).toBe(0);
    await exchange.connect();
  });

  test('a client behind a proxy is counted by its own network, whatever it writes into the header', async () => {
    await restart({ limits: { connectionsPerAddress: 1 }, trustedProxies: { kind: 'count', count: 1 } });
    const from = (names: string) => ({ headers: { 'x-forwarded-for': names } });
    await exchange.connect(from('192.0.2.1, 2001:db8::1'));
    const same = new TestClient(exchange.url, from('192.0.2.2, 2001:db8::2'));
    await same.until((c) => c.closeCode !== null);
    await exchange.connect(from('192.0.2.1, 2001:db8:0:1::1'));
    expect(exchange.stream.figures().connections).toBe(2);
    // Sixteen networks of one /48 are as many as it may use, also after one of them has left.
    const neighbours = Array.from({ length: 14 }, (_, nth) => `2001:db8:0:${(nth + 2).toString(16)}::1`);
    const [left] = await Promise.all(neighbours.map((address) => exchange.connect(from(address))));
    const beyond = new TestClient(exchange.url, from('2001:db8:0:ff::1'));
    await beyond.until((c) => c.closeCode !== null);
    left?.socket.close();
    await expect.poll(() => exchange.stream.figures().connections).toBe(15);
    await exchange.connect(from('2001:db8:0:ff::1'));
    expect(exchange.stream.figures().connections).toBe(16);
  });

  test('a silent socket is dropped, one that pings stays', async () => {
    await restart({ limits: { silenceMs: 200 } });
    const silent = await exchange.connect();
    const alive = await exchange.connect();
    const heartbeat = setInterval(() => alive.say({ op: 'ping', at: 1 }), 60);
    await silent.until((c) => c.closeCode !== null);
    clearInterval(heartbeat);
    expect(alive.closeCode).toBe(null);
  });

  test('a client that sends too much is disconnected', async () => {
    const client = await exchange.connect();
    for (let count = 0; count <= streamLimits.frameBurst + 5; count += 1) client.say({ op: 'ping', at: count });
    expect(await client.until((c) => c.closeCode)).toBe(1008);
  });

  test('a frame above the largest size closes the connection', async () => {
    const client = await exchange.connect();
    client.socket.send(' '.repeat(streamLimits.frameMaxBytes + 1));
    expect(await client.until((c) => c.closeCode)).toBe(1009);
  });

  test('a client that falls behind is dropped and the others continue', async () => {
    await restart({ limits: { bufferedMaxBytes: 64 * 1024, tickMs: 1 } });
    const { port } = new URL(exchange.url);
    const slow = connectTcp(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    const handshake = [
      'GET /stream HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
    slow.write(handshake);
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    // A masked text frame with a zero mask is its own plain text.
    const request = Buffer.from('{"op":"subscribe","topics":["ticker:BTCUSDT"]}');
    slow.write(Buffer.concat([Buffer.from([0x81, 0x80 | request.length, 0, 0, 0, 0]), request]));
    const quick = await exchange.connect();
    quick.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    await quick.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    const wide = '1'.repeat(100_000);
    for (let count = 0; exchange.stream.figures().slowReadersDropped === 0 && count < 400; count += 1) {
      exchange.tickers.set('BTCUSDT', wide + count);
      await sleep(2);
    }
    expect(exchange.stream.figures().slowReadersDropped).toBe(1);
    exchange.tickers.set('BTCUSDT', '7');
    await quick.until((c) => c.topicFrames('ticker:BTCUSDT').find((f) => (f.data as { last: string }).last === '7'));
    slow.destroy();
  });

  test('whatever one client sends, the stream serves the next one', async () => {
    await restart({ limits: { framesPerSecond: 1_000_000, frameBurst: 1_000_000, malformedFramesMax: 1_000_000 } });
    const topics = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('ticker:BTCUSDT', 'account', 'ticker:__proto__', 'kline:BTCUSDT:toString', ''),
      ),
      { maxLength: 5 },
    );
    const nearlyRight = fc.record(
      {
        op: fc.oneof(fc.constantFrom('auth', 'subscribe', 'unsubscribe', 'resync', 'ping'), fc.jsonValue()),
        topics: fc.oneof(topics, fc.jsonValue()),
        topic: fc.oneof(fc.constantFrom('ticker:BTCUSDT', 'account'), fc.jsonValue()),
        token: fc.oneof(fc.constant(null), fc.string(), fc.jsonValue()),
        at: fc.oneof(fc.double(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const message = fc.oneof(
      fc.string(),
      fc.uint8Array(),
      fc.json(),
      nearlyRight.map((frame) => JSON.stringify(frame)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 30 }), async (messages) => {
        const client = await exchange.connect();
        for (const text of messages) client.socket.send(text);
        client.say({ op: 'ping', at: -12_345 });
        await client.until((c) =>
          c.heard.find((frame) => 'op' in frame && frame.op === 'pong' && frame.at === -12_345),
        );
        client.socket.terminate();
      }),
      { numRuns: allRuns(60) },
    );
    expect(exchange.logged).toEqual([]);
  });
});
