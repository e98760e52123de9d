import { expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { reconnectMs, tryAgainLater } from '#protocol/core/limits.ts';
import { refusedAgainMaxMs, resyncAgainMs, takenAgainMs, turnedAwayMaxMs, turnedAwayMs } from './hub-limits.ts';
import { fakeWorld, tickerFrame } from './hub-testing.ts';

const ticker = 'ticker:BTCUSDT';

function watching() {
  const world = fakeWorld();
  const tab = world.tab('a');
  tab.hello();
  tab.say({ kind: 'subscribe', topics: [ticker] });
  world.online();
  return { ...world, tab };
}

test('a connection that is turned away comes back later each time, and soon again once it was taken for a while', () => {
  const { time, sockets, socket } = watching();
  const waited: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const before = sockets.length;
    const closedAtMs = time.nowMs;
    // It opens every time, and is closed once the exchange knows whose it is.
    if (turn > 0) socket().hello(time.nowMs);
    socket().breakOff(tryAgainLater);
    while (sockets.length === before) time.pass(1_000);
    waited.push(time.nowMs - closedAtMs);
  }
  expect(waited).toEqual([0, 1, 2, 3, 4, 5, 6].map((turn) => Math.min(turnedAwayMaxMs, turnedAwayMs * 2 ** turn)));

  socket().hello(time.nowMs);
  for (let passedMs = 0; passedMs < takenAgainMs; passedMs += 1_000) {
    time.pass(1_000);
    socket().emit({ op: 'pong', at: time.nowMs, now: time.nowMs });
  }
  const before = sockets.length;
  socket().breakOff();
  time.pass(reconnectMs);
  expect(sockets.length).toBe(before + 1);
});

test.each([
  { what: 'breaks', code: 1006 },
  { what: 'is sent elsewhere by an exchange that goes away', code: 1001 },
])('a connection that $what comes back as soon each time, signed in, and nobody hears of an error', ({ code }) => {
  const { time, sockets, socket, tab } = watching();
  tab.say({ kind: 'token', token: 'token-1', generation: 1 });
  for (let turn = 0; turn < 3; turn += 1) {
    const before = sockets.length;
    socket().emit(tickerFrame('snapshot', 0, '1'));
    socket().breakOff(code);
    expect(tab.of('connection').at(-1)?.state).toBe('offline');
    time.pass(reconnectMs - 1);
    expect(sockets.length).toBe(before);
    time.pass(1);
    expect(sockets.length).toBe(before + 1);
    socket().hello(time.nowMs);
    const [auth] = socket().of('auth');
    expect(auth?.token).toBe('token-1');
    socket().emit({ op: 'auth', signedIn: true, ...(auth?.id === undefined ? {} : { id: auth.id }) });
    time.pass(1_000);
    expect([tab.of('connection').at(-1)?.state, socket().topics()]).toEqual(['online', [ticker]]);
  }
  expect([tab.of('refused'), tab.of('session').filter(({ signedIn }) => !signedIn)]).toEqual([[], []]);
});

test('a user who asks for a retry while the exchange turns them away waits for a moment', () => {
  const { time, sockets, socket, tab } = watching();
  socket().breakOff(tryAgainLater);
  time.pass(1_000);
  tab.say({ kind: 'retry' });
  expect(sockets).toHaveLength(1);
  time.pass(reconnectMs);
  tab.say({ kind: 'retry' });
  expect(sockets).toHaveLength(2);
});

test.each([
  ['is too busy for', codes.busyRetry],
  ['does not know yet', codes.notFound],
  ['failed to send', codes.serverError],
])('a topic that the exchange %s is asked for again, later each time, until it comes', (_, code) => {
  const { time, socket } = watching();
  const subscribes = () => socket().of('subscribe').length;
  let waitMs = resyncAgainMs;
  for (let turn = 1; turn <= 5; turn += 1) {
    socket().emit({ op: 'refused', topic: ticker, code });
    time.pass(waitMs - 1);
    socket().emit({ op: 'pong', at: time.nowMs, now: time.nowMs });
    expect(subscribes()).toBe(turn);
    time.pass(1);
    expect(subscribes()).toBe(turn + 1);
    waitMs = Math.min(refusedAgainMaxMs, waitMs * 2);
    if (waitMs > 10_000) break;
  }
  socket().emit(tickerFrame('snapshot', 0, '1'));
  const asked = subscribes();
  time.pass(10_000);
  expect(subscribes()).toBe(asked);
  socket().emit({ op: 'pong', at: time.nowMs, now: time.nowMs }, { op: 'refused', topic: ticker, code });
  time.pass(resyncAgainMs);
  expect(subscribes()).toBe(asked + 1);
});
