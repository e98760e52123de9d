import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { tryAgainLater } from '#protocol/core/limits.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { TestClient, testStream } from './testing.ts';
import { noUsageElsewhere, type SpentElsewhere } from '../core/pacing/usage-elsewhere.ts';
import type { AccountSource } from '../core/topics/account-source.ts';
import { patience, startWatch } from '../../../tests/pace.ts';

let exchange: Awaited<ReturnType<typeof testStream>>;
afterEach(() => exchange.close());

/** Accounts with slow snapshots, which count concurrent reads. */
function slowAccounts(readMs: number) {
  const figures = { reads: 0, reading: 0, readingMost: 0, isBroken: false };
  const read = async (): Promise<AccountUpdate> => {
    figures.reads += 1;
    figures.reading += 1;
    figures.readingMost = Math.max(figures.readingMost, figures.reading);
    await sleep(readMs);
    figures.reading -= 1;
    if (figures.isBroken) throw new Error('the store is gone');
    return { orders: [], balances: [], unread: 0 };
  };
  const source: AccountSource = { open: () => ({ load: read, take: () => null, close: () => undefined }) };
  return { figures, source };
}

async function signedIn(userId: bigint): Promise<TestClient> {
  exchange.sessions.set(`token-${userId}`, { userId, sessionId: userId });
  const client = await exchange.connect();
  client.say({ op: 'auth', token: `token-${userId}` });
  await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'auth'));
  return client;
}

const snapshots = (client: TestClient) => client.topicFrames('account').filter(({ is }) => is === 'snapshot').length;
const refusals = (client: TestClient) =>
  client.heard.flatMap((frame) => ('op' in frame && frame.op === 'refused' ? [[frame.topic, frame.code]] : []));

describe('snapshots of the account', () => {
  test('one read serves all connections of a user', async () => {
    const { figures, source } = slowAccounts(60);
    exchange = await testStream({ accountSource: source });
    const clients = await Promise.all(Array.from({ length: 10 }, () => signedIn(1n)));
    for (const client of clients) client.say({ op: 'subscribe', topics: ['account'] });
    for (const client of clients) await client.until((c) => snapshots(c) === 1);
    expect(figures.reads).toBe(1);
    for (const client of clients)
      for (let time = 0; time < 5; time += 1) client.say({ op: 'resync', topic: 'account' });
    for (const client of clients) await client.until((c) => snapshots(c) >= 2);
    expect(figures.reads).toBeLessThanOrEqual(3);
  });

  test('a user who requests too many gets them later, and all others at once', async () => {
    const { figures, source } = slowAccounts(1);
    exchange = await testStream({ accountSource: source, limits: { userUnitsPerSecond: 25, userUnitsBurst: 15 } });
    const greedy = await signedIn(1n);
    greedy.say({ op: 'subscribe', topics: ['account'] });
    const begunAtMs = performance.now();
    for (let time = 1; time <= 8; time += 1) {
      await greedy.until((c) => snapshots(c) === time);
      greedy.say({ op: 'resync', topic: 'account' });
    }
    // Three are within the burst, and one more into debt; five units each come back at five snapshots a second.
    expect(performance.now() - begunAtMs).toBeGreaterThan(600);
    expect(refusals(greedy)).toEqual([]);
    const readBefore = figures.reads;
    const modest = await signedIn(2n);
    const watch = startWatch();
    modest.say({ op: 'subscribe', topics: ['account'] });
    await modest.until((c) => snapshots(c) === 1);
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(150));
    expect(figures.reads).toBeLessThanOrEqual(readBefore + 2);
  });

  test('no more are read at once than the limit', async () => {
    const { figures, source } = slowAccounts(10);
    exchange = await testStream({ accountSource: source, limits: { readsAtOnce: 3 } });
    const clients = await Promise.all(Array.from({ length: 12 }, (_, index) => signedIn(BigInt(index + 1))));
    for (const client of clients) client.say({ op: 'subscribe', topics: ['account'] });
    for (const client of clients) await client.until((c) => snapshots(c) === 1);
    expect(figures).toMatchObject({ reads: 12, readingMost: 3 });
  });

  test('one that cannot be read is refused to all waiting connections, which may retry', async () => {
    const { figures, source } = slowAccounts(5);
    figures.isBroken = true;
    exchange = await testStream({ accountSource: source });
    const clients = [await signedIn(1n), await signedIn(1n)];
    for (const client of clients) client.say({ op: 'subscribe', topics: ['account'] });
    for (const client of clients) await client.until((c) => refusals(c).length === 1);
    expect(clients.flatMap(refusals)).toEqual([
      ['account', codes.serverError],
      ['account', codes.serverError],
    ]);
    figures.isBroken = false;
    for (const client of clients) client.say({ op: 'subscribe', topics: ['account'] });
    for (const client of clients) await client.until((c) => snapshots(c) === 1);
  });

  test('one that waits too long for its turn is refused as busy', async () => {
    const { source } = slowAccounts(300);
    exchange = await testStream({ accountSource: source, limits: { readsAtOnce: 1, readWaitMaxMs: 50 } });
    const [first, second] = [await signedIn(1n), await signedIn(2n)];
    first.say({ op: 'subscribe', topics: ['account'] });
    await sleep(20);
    second.say({ op: 'subscribe', topics: ['account'] });
    await second.until((c) => refusals(c).length === 1);
    expect(refusals(second)).toEqual([['account', codes.busyRetry]]);
    await first.until((c) => snapshots(c) === 1);
  });
});

describe('what other processes serve', () => {
  test('counts towards the connections of a user and of an address', async () => {
    const elsewhere = { users: 1, addresses: 0 };
    const usage = {
      ...noUsageElsewhere,
      connectionsOfUser: () => elsewhere.users,
      connectionsOfAddress: () => elsewhere.addresses,
    };
    exchange = await testStream({ usage, limits: { connectionsPerUser: 2, connectionsPerAddress: 4 } });
    const first = await signedIn(1n);
    const second = await exchange.connect();
    second.say({ op: 'auth', token: 'token-1' });
    expect(await second.until((c) => c.closeCode)).toBe(tryAgainLater);
    elsewhere.addresses = 3;
    const third = new TestClient(exchange.url);
    expect(await third.until((c) => c.closeCode)).toBe(tryAgainLater);
    expect(first.closeCode).toBeNull();
  });

  test('is charged to the budget of a user', async () => {
    const charging: SpentElsewhere[] = [];
    const usage = { ...noUsageElsewhere, chargeTo: (budgets: SpentElsewhere) => charging.push(budgets) };
    exchange = await testStream({ usage, limits: { userUnitsPerSecond: 10, userUnitsBurst: 10 } });
    const client = await signedIn(1n);
    for (const budgets of charging) budgets.user(1n, 15);
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    await client.until((c) => refusals(c).length === 1);
    expect(refusals(client)).toEqual([['ticker:BTCUSDT', codes.busyRetry]]);
  });
});

describe('connections', () => {
  test('beyond the limit of a user or address are closed with a code that asks to retry later', async () => {
    exchange = await testStream({ limits: { connectionsPerUser: 2, connectionsPerAddress: 4 } });
    const mine = [await signedIn(1n), await signedIn(1n)];
    const third = await exchange.connect();
    third.say({ op: 'auth', token: 'token-1' });
    expect(await third.until((c) => c.closeCode)).toBe(tryAgainLater);
    const other = await signedIn(2n);
    await exchange.connect();
    const fifth = new TestClient(exchange.url);
    expect(await fifth.until((c) => c.closeCode)).toBe(tryAgainLater);
    expect(fifth.heard).toEqual([]);
    expect([...mine, other].map(({ closeCode }) => closeCode)).toEqual([null, null, null]);
    // A freed slot is reused.
    mine[0]?.socket.close();
    await expect.poll(() => exchange.stream.figures().connections).toBe(3);
    await signedIn(1n);
  });

  test('a user who signs out, or in as another user, frees their slot', async () => {
    exchange = await testStream({ limits: { connectionsPerUser: 1 } });
    const client = await signedIn(1n);
    client.say({ op: 'auth', token: null });
    await client.until((c) => c.heard.filter((frame) => 'op' in frame && frame.op === 'auth').length === 2);
    await signedIn(1n);
  });

  test('that open faster than the address limit are refused, only some of them with a close code', async () => {
    exchange = await testStream({
      limits: { addressUnitsPerSecond: 1, addressUnitsBurst: 25, turnedAwayPerSecond: 2 },
    });
    const clients = Array.from({ length: 30 }, () => new TestClient(exchange.url));
    const isDecided = ({ heard, closeCode }: TestClient) => heard.length > 0 || closeCode !== null;
    await expect.poll(() => clients.every(isDecided), patience).toBe(true);
    expect(clients.filter((client) => client.heard.length > 0).length).toBeLessThanOrEqual(7);
    const closed = clients.map(({ closeCode }) => closeCode).filter((code) => code !== null);
    expect(closed.length).toBeGreaterThanOrEqual(23);
    expect(new Set(closed)).toEqual(new Set([tryAgainLater, 1006]));
    for (const client of clients) client.socket.terminate();
  });

  test('of several tokens only the latest is answered, and one is looked up at a time', async () => {
    let looking = 0;
    let lookUps = 0;
    exchange = await testStream({
      sessions: {
        lookUp: async (token) => {
          lookUps += 1;
          looking += 1;
          expect(looking).toBe(1);
          await sleep(20);
          looking -= 1;
          return token === 'last' ? { userId: 1n, sessionId: 1n } : null;
        },
        onRevoked: () => () => undefined,
      },
    });
    const client = await exchange.connect();
    for (let id = 0; id < 20; id += 1) client.say({ op: 'auth', token: `token-${id}`, id });
    client.say({ op: 'auth', token: 'last', id: 20 });
    const answer = await client.until((c) => c.heard.find((frame) => 'op' in frame && frame.op === 'auth'));
    expect(answer).toEqual({ op: 'auth', signedIn: true, id: 20 });
    expect(lookUps).toBe(2);
  });
});

describe('topics of the market', () => {
  test('too many snapshot requests are refused in one message, and succeed later', async () => {
    exchange = await testStream({ limits: { addressUnitsPerSecond: 0.5, addressUnitsBurst: 5.05 } });
    const client = await exchange.connect();
    client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
    await client.until((c) => c.topicFrames('ticker:BTCUSDT')[0]);
    client.say({ op: 'resync', topic: 'ticker:BTCUSDT' });
    const writes = client.writes;
    client.say({ op: 'subscribe', topics: ['ticker:ETHUSDT', 'ticker:SOLUSDT'] });
    await client.until((c) => refusals(c).length === 3);
    expect(client.writes).toBe(writes + 2);
    expect(new Set(refusals(client).map(([, code]) => code))).toEqual(new Set([codes.busyRetry]));
    // A refused topic is no longer subscribed, so the client subscribes again until the budget allows it.
    const snapshots = () => client.topicFrames('ticker:BTCUSDT').filter(({ is }) => is === 'snapshot').length;
    await vi.waitFor(
      async () => {
        client.say({ op: 'subscribe', topics: ['ticker:BTCUSDT'] });
        await sleep(100);
        expect(snapshots()).toBe(2);
      },
      { timeout: 15_000, interval: 400 },
    );
  });

  test('a client that repeatedly names hundreds of topics is disconnected', async () => {
    exchange = await testStream();
    const client = await exchange.connect();
    const topics = Array.from({ length: 200 }, (_, index) => `ticker:PAIR${index}USDT` as const);
    for (let time = 0; time < 8; time += 1) client.say({ op: 'subscribe', topics });
    expect(await client.until((c) => c.closeCode)).toBe(1008);
  });
});
