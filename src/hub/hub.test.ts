import { expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { reconnectMs } from '#protocol/core/limits.ts';
import { frameMs, idleMs, lingerMs, resyncAgainMs, silenceMs } from './hub-limits.ts';
import { accountFrame, fakeWorld, tickerFrame, type FakeTab } from './hub-testing.ts';

const ticker = 'ticker:BTCUSDT';

function lastPrice(tab: FakeTab): unknown {
  return (tab.state.get(ticker)?.read()[0] as { last: string } | undefined)?.last;
}

function watching(world: ReturnType<typeof fakeWorld>, name: string): FakeTab {
  const tab = world.tab(name);
  tab.hello();
  tab.say({ kind: 'subscribe', topics: [ticker] });
  return tab;
}

test('three tabs share one socket and one subscription; a later one gets the state at once', () => {
  const world = fakeWorld();
  const tabs = [watching(world, 'a'), watching(world, 'b')];
  world.online();
  world.socket().emit(tickerFrame('snapshot', 4, '10'), tickerFrame('delta', 5, '11'));
  world.time.pass(frameMs);
  tabs.push(watching(world, 'c'));
  world.time.pass(frameMs);
  expect(world.sockets).toHaveLength(1);
  expect(world.socket().of('subscribe')).toEqual([{ op: 'subscribe', topics: [ticker] }]);
  expect(tabs.map(lastPrice)).toEqual(['11', '11', '11']);
});

test('a gap drops deltas until the snapshot that it asks for, and asks again when none comes', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.online();
  world.socket().emit(tickerFrame('snapshot', 1, '10'), tickerFrame('delta', 3, '12'), tickerFrame('delta', 4, '13'));
  world.time.pass(frameMs);
  expect(lastPrice(tab)).toBe('10');
  expect(world.socket().of('resync')).toHaveLength(1);
  world.socket().emit({ op: 'pong', at: 0, now: 0 });
  world.time.pass(resyncAgainMs);
  expect(world.socket().of('resync')).toHaveLength(2);
  world.socket().emit(tickerFrame('snapshot', 9, '14'), tickerFrame('delta', 10, '15'));
  world.time.pass(frameMs);
  expect(lastPrice(tab)).toBe('15');
  world.socket().emit({ op: 'pong', at: 0, now: 0 });
  world.time.pass(resyncAgainMs);
  expect(world.socket().of('resync')).toHaveLength(2);
});

test('a slow tab gets one message at a time with the latest of each topic', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  tab.prompt = false;
  world.online();
  world.socket().emit(tickerFrame('snapshot', 0, '0'));
  world.time.pass(frameMs);
  for (let seq = 1; seq <= 2_000; seq += 1) {
    world.socket().emit(tickerFrame('delta', seq, String(seq)));
    if (seq % 10 === 0) world.time.pass(1);
  }
  expect(tab.of('updates')).toHaveLength(1);
  tab.say({ kind: 'taken' });
  world.time.pass(frameMs);
  expect(tab.of('updates')).toHaveLength(2);
  expect(tab.of('updates').at(-1)?.updates).toHaveLength(1);
  expect(lastPrice(tab)).toBe('2000');
});

test('a hidden tab gets no ticks, and a snapshot when it is visible again', () => {
  const world = fakeWorld();
  const [hidden, shown] = [watching(world, 'a'), watching(world, 'b')];
  world.online();
  world.socket().emit(tickerFrame('snapshot', 0, '0'));
  world.time.pass(frameMs);
  hidden.say({ kind: 'visible', visible: false });
  world.socket().emit(tickerFrame('delta', 1, '1'));
  world.time.pass(1_000);
  expect([lastPrice(hidden), lastPrice(shown)]).toEqual(['0', '1']);
  hidden.say({ kind: 'visible', visible: true });
  world.time.pass(frameMs);
  expect(hidden.updates(ticker).at(-1)).toMatchObject({ is: 'snapshot', data: { last: '1' } });
});

test('a topic is unsubscribed a while after the last visible tab released it', () => {
  const world = fakeWorld();
  const [a, b] = [watching(world, 'a'), watching(world, 'b')];
  world.online();
  a.say({ kind: 'unsubscribe', topics: [ticker] });
  b.say({ kind: 'visible', visible: false });
  world.time.pass(lingerMs - 1);
  expect(world.socket().topics()).toEqual([ticker]);
  world.time.pass(200);
  expect(world.socket().topics()).toEqual([]);
  b.say({ kind: 'visible', visible: true });
  world.time.pass(200);
  expect(world.socket().topics()).toEqual([ticker]);
});

test('the end of a tab is noticed by its lock; without tabs the socket closes and nothing is left running', () => {
  const world = fakeWorld();
  watching(world, 'a');
  world.online();
  world.locks.get('a')?.();
  world.time.pass(idleMs + 1);
  expect(world.socket().closed).toBe(true);
  world.time.pass(60_000);
  expect(world.sockets).toHaveLength(1);
  expect(world.time.timerCount).toBe(0);
  watching(world, 'b');
  expect(world.sockets).toHaveLength(2);
});

test('a lost connection is reported, retried after about five seconds, and continues from snapshots', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  const states = () => tab.of('connection').map(({ state }) => state);
  world.online();
  world.socket().emit(tickerFrame('snapshot', 7, '1'));
  world.socket().breakOff();
  expect(states().at(-1)).toBe('offline');
  const awaySinceMs = world.time.nowMs;
  world.time.pass(reconnectMs - 1);
  expect(world.sockets).toHaveLength(1);
  world.time.pass(1);
  expect(world.sockets).toHaveLength(2);
  expect(tab.of('connection').at(-1)).toMatchObject({ state: 'connecting', sinceMs: awaySinceMs });
  world.online();
  expect(states().at(-1)).toBe('online');
  world.socket().emit(tickerFrame('delta', 8, 'before the snapshot'), tickerFrame('snapshot', 0, '2'));
  world.time.pass(frameMs);
  expect(lastPrice(tab)).toBe('2');
});

test('a silent socket is given up, and so is one that never opens or speaks something else', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.online();
  expect(world.socket().of('ping')).toHaveLength(1);
  world.time.pass(silenceMs);
  expect(world.sockets[0]?.closed).toBe(true);
  expect(tab.of('connection').at(-1)?.state).toBe('offline');
  world.time.pass(reconnectMs + 10_000);
  expect(world.sockets[1]?.closed).toBe(true);
  world.time.pass(reconnectMs);
  world.socket().sendText('<html>');
  expect(world.sockets[2]?.closed).toBe(true);
});

test('a retry that a user asks for does not wait, but is not repeated at once', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.socket().breakOff();
  tab.say({ kind: 'retry' });
  expect(world.sockets).toHaveLength(1);
  world.time.pass(1_000);
  tab.say({ kind: 'retry' });
  expect(world.sockets).toHaveLength(2);
});

test('heartbeats estimate the server time by the quickest round trip', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.online();
  const serverAheadMs = 3_000;
  for (const roundTripMs of [400, 20, 900]) {
    const at = world.time.nowMs;
    world.time.pass(roundTripMs);
    // All of the delay lies on the way there: the worst case.
    world.socket().emit({ op: 'pong', at, now: at + roundTripMs + serverAheadMs });
  }
  expect(tab.of('connection').at(-1)?.offsetMs).toBe(serverAheadMs + 10);
});

test('an unknown topic is refused to the tab, and a broken one is subscribed again', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.online();
  world.socket().emit({ op: 'refused', topic: ticker, code: codes.serverError });
  expect(tab.of('refused')).toEqual([{ kind: 'refused', topic: ticker, code: codes.serverError }]);
  world.time.pass(resyncAgainMs);
  expect(world.socket().of('subscribe')).toHaveLength(2);
});

test('more topics than one connection may hold are not asked for, and what is held goes before what lingers', () => {
  const world = fakeWorld();
  const tab = world.tab('a');
  tab.hello();
  const topics = Array.from({ length: 300 }, (_, index) => `ticker:PAIR${index}` as const);
  tab.say({ kind: 'subscribe', topics: topics.slice(0, 150) });
  tab.say({ kind: 'unsubscribe', topics: topics.slice(0, 100) });
  tab.say({ kind: 'subscribe', topics: topics.slice(150, 300) });
  world.online();
  expect(world.socket().topics()).toEqual(topics.slice(100, 300));
});

test('pulling to refresh asks for every topic again', () => {
  const world = fakeWorld();
  const tab = watching(world, 'a');
  world.online();
  world.socket().emit(tickerFrame('snapshot', 0, '0'));
  tab.say({ kind: 'refresh' });
  expect(world.socket().of('resync')).toEqual([{ op: 'resync', topic: ticker }]);
});

test('the account is published with the tab’s generation, and only after the exchange knew the token', () => {
  const world = fakeWorld();
  const tab = world.tab('a');
  tab.hello({ token: 'T1', generation: 3 });
  tab.say({ kind: 'subscribe', topics: ['account'] });
  world.online();
  const [auth] = world.socket().of('auth');
  expect(auth).toMatchObject({ token: 'T1' });
  world.socket().emit(accountFrame('snapshot', 0, 1));
  world.socket().emit({ op: 'auth', signedIn: true, id: auth?.id ?? 0 }, accountFrame('snapshot', 0, 2));
  world.time.pass(frameMs);
  expect(tab.of('session')).toEqual([{ kind: 'session', generation: 3, signedIn: true }]);
  expect(tab.of('updates')).toEqual([
    {
      kind: 'updates',
      generation: 3,
      updates: [{ topic: 'account', is: 'snapshot', source: 'stream', data: { orders: [], balances: [], unread: 2 } }],
    },
  ]);
});
