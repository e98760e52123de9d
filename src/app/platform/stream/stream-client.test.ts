import { expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { staleAfterMs } from '#protocol/core/limits.ts';
import type { HubMessage, TabMessage } from '#hub/protocol.ts';
import { HubLink, hubSilenceMs } from './hub-link.ts';
import { ChatActs, actsMax, answeredWithinMs } from './chat-acts.ts';
import { StreamClient } from './stream-client.ts';
import type { OpenTransport, TransportListener } from './transport.ts';

/** A client and its link with a hub that the test plays. */
function page(ways = 1) {
  let nowMs = 1_000_000;
  let stopwatchMs = 0;
  const frames: (() => void)[] = [];
  const timers: { atMs: number; callback: () => void }[] = [];
  const said: TabMessage[] = [];
  const opened: { way: number; again: boolean; listener: TransportListener }[] = [];
  const facts = { token: null as string | null, visible: true, costMs: 0, signedOut: 0, offsets: [] as number[] };
  const after = (delayMs: number, callback: () => void) => {
    const timer = { atMs: nowMs + delayMs, callback };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const client = new StreamClient({
    now: () => nowMs,
    frame: (callback) => frames.push(callback),
    after,
    stopwatch: () => (stopwatchMs += facts.costMs),
    learnOffset: (offsetMs) => facts.offsets.push(offsetMs),
    signedOut: () => {
      facts.signedOut += 1;
    },
  });
  const way =
    (index: number) =>
    (again: boolean): OpenTransport =>
    (_tab, listener) => {
      opened.push({ way: index, again, listener });
      return { send: (message) => said.push(message), close: () => said.push({ kind: 'bye' }) };
    };
  const link = new HubLink({
    transports: Array.from({ length: ways }, (_, index) => way(index)),
    tab: 'tab',
    url: 'ws://exchange/stream',
    calls: 'http://exchange/api/',
    now: () => nowMs,
    visible: () => facts.visible,
    token: () => facts.token,
    topics: client.topics,
    received: (message) => client.receive(message),
    lost: client.actsLost,
  });
  client.attach(link);
  const acts = new ChatActs(client, after);
  client.acts = acts;
  const receive = (message: HubMessage) => opened.at(-1)?.listener.received(message);
  return {
    client,
    acts,
    link,
    facts,
    said,
    opened,
    receive,
    updates: (
      topic: 'ticker:BTCUSDT' | 'account' | `ticker:${string}`,
      data: object,
      is: 'snapshot' | 'delta' = 'snapshot',
      generation = 0,
    ) => receive({ kind: 'updates', generation, updates: [{ topic, is, source: 'stream', data: data as Ticker }] }),
    frame: () => frames.splice(0).forEach((callback) => callback()),
    pass: (durationMs: number) => {
      nowMs += durationMs;
      for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
    },
    of: (kind: TabMessage['kind']) => said.filter((message) => message.kind === kind),
  };
}

const ticker = (last: string) => ({ pair: 'BTCUSDT', last });

function online(world: ReturnType<typeof page>): void {
  world.link.open();
  world.receive({ kind: 'epoch', epoch: 'one' });
  world.receive({ kind: 'connection', state: 'online', sinceMs: 0, offsetMs: 7, polledAsOfMs: null });
}

test('a topic is held once for all its cells and released a while after the last', () => {
  const world = page();
  online(world);
  const [one, two] = [
    world.client.subscribe('ticker:BTCUSDT', () => undefined),
    world.client.subscribe('ticker:BTCUSDT', () => undefined),
  ];
  one();
  two();
  world.pass(1_000);
  const three = world.client.subscribe('ticker:BTCUSDT', () => undefined);
  world.pass(60_000);
  expect(world.of('subscribe')).toHaveLength(1);
  expect(world.of('unsubscribe')).toHaveLength(0);
  three();
  world.pass(2_000);
  expect(world.of('unsubscribe')).toEqual([{ kind: 'unsubscribe', topics: ['ticker:BTCUSDT'] }]);
  expect(world.facts.offsets).toEqual([7]);
});

test('updates are applied per frame, a cell is notified once per frame, and the hub gets an acknowledgement when all is done', () => {
  const world = page();
  online(world);
  let renders = 0;
  let others = 0;
  world.client.subscribe('ticker:BTCUSDT', () => (renders += 1));
  world.client.subscribe('ticker:ETHUSDT', () => (others += 1));
  world.updates('ticker:BTCUSDT', ticker('1'));
  world.updates('ticker:BTCUSDT', ticker('2'), 'delta');
  expect([renders, world.client.view('ticker:BTCUSDT')]).toEqual([0, null]);
  world.frame();
  expect(world.client.view<'ticker'>('ticker:BTCUSDT')?.last).toBe('2');
  expect([renders, others, world.of('taken').length]).toEqual([1, 0, 0]);
  world.frame();
  expect([renders, others, world.of('taken').length]).toEqual([1, 0, 1]);
});

test('a frame does a bounded part of the work and the next ones the rest, before more is asked for', () => {
  const world = page();
  online(world);
  const pairs = Array.from({ length: 100 }, (_, index) => `PAIR${index}`);
  let renders = 0;
  for (const pair of pairs) world.client.subscribe(`ticker:${pair}`, () => (renders += 1));
  const updates = pairs.map((pair) => ({
    topic: `ticker:${pair}` as const,
    is: 'snapshot' as const,
    source: 'stream' as const,
    data: ticker('1') as Ticker,
  }));
  world.receive({ kind: 'updates', generation: 0, updates });
  world.facts.costMs = 1;
  const perFrame: number[] = [];
  while (world.of('taken').length === 0) {
    const before = renders;
    world.frame();
    perFrame.push(renders - before);
    expect(perFrame.length).toBeLessThan(100);
  }
  expect(renders).toBe(100);
  expect(perFrame.length).toBeGreaterThan(4);
  expect(Math.max(...perFrame)).toBeLessThanOrEqual(8);
});

test('account data of an earlier generation is thrown away, also when it already waits for a frame', () => {
  const world = page();
  online(world);
  world.client.subscribe('account', () => undefined);
  world.updates('account', { orders: [], balances: [], unread: 5 });
  world.facts.token = 'T2';
  world.client.accountChanged();
  world.updates('account', { orders: [], balances: [], unread: 6 }, 'snapshot', 0);
  world.frame();
  expect(world.client.view('account')).toBe(null);
  world.updates('account', { orders: [], balances: [], unread: 7 }, 'snapshot', 1);
  world.frame();
  expect(world.client.view<'account'>('account')?.unread).toBe(7);
  world.client.accountChanged();
  expect(world.client.view('account')).toBe(null);
  expect(world.of('token')).toEqual([
    { kind: 'token', token: 'T2', generation: 1 },
    { kind: 'token', token: 'T2', generation: 2 },
  ]);
});

test('a revoked session is reported once it concerns the account that is shown', () => {
  const world = page();
  online(world);
  world.client.accountChanged();
  world.receive({ kind: 'session', generation: 0, signedIn: false });
  world.receive({ kind: 'session', generation: 1, signedIn: true });
  expect(world.facts.signedOut).toBe(0);
  world.receive({ kind: 'session', generation: 1, signedIn: false });
  expect(world.facts.signedOut).toBe(1);
});

test('figures are old after ten seconds without a tick, account and trades only without a connection', () => {
  const world = page();
  online(world);
  for (const topic of ['ticker:BTCUSDT', 'account'] as const) world.client.subscribe(topic, () => undefined);
  world.updates('ticker:BTCUSDT', ticker('1'));
  world.frame();
  world.pass(staleAfterMs);
  expect(world.client.isStale('ticker:BTCUSDT')).toBe(false);
  world.pass(1);
  expect([world.client.isStale('ticker:BTCUSDT'), world.client.isStale('account')]).toEqual([true, false]);
  world.receive({ kind: 'connection', state: 'offline', sinceMs: 1_000_000, offsetMs: null, polledAsOfMs: null });
  expect(world.client.isStale('account')).toBe(true);
  world.updates('ticker:BTCUSDT', ticker('2'), 'delta');
  world.frame();
  expect(world.client.isStale('ticker:BTCUSDT')).toBe(false);
});

test('each new hub learns who the tab is and what it holds; the same hub only once', () => {
  const world = page();
  world.client.subscribe('ticker:BTCUSDT', () => undefined);
  online(world);
  world.receive({ kind: 'epoch', epoch: 'one' });
  expect(world.of('hello')).toHaveLength(1);
  world.receive({ kind: 'epoch', epoch: 'two' });
  expect(world.said.slice(-2).map(({ kind }) => kind)).toEqual(['hello', 'subscribe']);
  // A SharedWorker that started again is not behind the port that leads to the one before.
  world.opened.at(-1)?.listener.announced('two');
  expect(world.opened).toHaveLength(1);
  world.opened.at(-1)?.listener.announced('three');
  expect(world.opened).toHaveLength(2);
});

test('a silent hub is left by a visible tab, and a way that fails gives way to the next', () => {
  const world = page(2);
  online(world);
  world.facts.visible = false;
  world.pass(hubSilenceMs);
  world.link.watch();
  expect(world.opened).toHaveLength(1);
  world.facts.visible = true;
  world.link.visibilityChanged();
  world.link.watch();
  expect(world.opened).toHaveLength(1);
  world.pass(hubSilenceMs);
  world.link.watch();
  expect(world.opened.at(-1)).toMatchObject({ way: 0, again: true });
  const left = world.opened[0]?.listener;
  world.opened[1]?.listener.failed();
  expect(world.opened.at(-1)).toMatchObject({ way: 1, again: false });
  left?.received({ kind: 'connection', state: 'offline', sinceMs: 5, offsetMs: null, polledAsOfMs: null });
  expect(world.client.connection.get().state).toBe('online');
});

const read = { do: 'read', group: '1', through: 1 } as const;
const done = (id: string): HubMessage => ({ kind: 'done', id, answer: { code: codes.success, data: null } });

/** What came of an act so far; undefined while it waits. */
function outcomeOf(act: Promise<unknown>): Promise<unknown> {
  return Promise.race([act, Promise.resolve()]);
}

test('an act in the chat is answered once, and given up when its answer does not come', async () => {
  const world = page();
  expect(await world.acts.act('early', read)).toBe(null);
  online(world);
  const [first, late] = [world.acts.act('first', read), world.acts.act('late', read)];
  world.receive(done('first'));
  expect(await first).toEqual({ code: codes.success, data: null });
  world.pass(answeredWithinMs - 1);
  expect(await outcomeOf(late)).toBe(undefined);
  world.pass(1);
  expect(await late).toBe(null);
  // Nothing of either is left: an answer that comes after all changes nothing.
  world.receive(done('late'));
});

test('an act is given up with the hub it was asked of, with the account, and when it is asked again', async () => {
  const world = page();
  online(world);
  const ofHub = world.acts.act('one', read);
  world.receive({ kind: 'epoch', epoch: 'two' });
  expect(await ofHub).toBe(null);
  const ofPage = world.acts.act('two', read);
  world.link.close();
  expect(await ofPage).toBe(null);
  online(world);
  const ofAccount = world.acts.act('three', read);
  world.client.accountChanged();
  expect(await ofAccount).toBe(null);
  const before = world.acts.act('four', read);
  const again = world.acts.act('four', read);
  expect(await before).toBe(null);
  world.receive(done('four'));
  expect(await again).toEqual({ code: codes.success, data: null });
});

test('more acts than may wait drop the oldest', async () => {
  const world = page();
  online(world);
  const acts = Array.from({ length: actsMax + 1 }, (_, index) => world.acts.act(`act ${index}`, read));
  expect(await acts[0]).toBe(null);
  expect(await outcomeOf(acts[1] as Promise<unknown>)).toBe(undefined);
});
