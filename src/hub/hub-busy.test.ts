import { expect, test } from 'vitest';
import { codes } from '../protocol/codes.ts';
import { reconnectMs, tryAgainLater } from '../protocol/limits.ts';
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

test('a topic that the exchange is too busy for is asked for again, later each time, until it comes', () => {
  const { time, socket } = watching();
  const subscribes = () => socket().of('subscribe').length;
  let waitMs = resyncAgainMs;
  for (let turn = 1; turn <= 5; turn += 1) {
    socket().emit({ op: 'refused', topic: ticker, code: codes.busyRetry });
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
  socket().emit(
    { op: 'pong', at: time.nowMs, now: time.nowMs },
    { op: 'refused', topic: ticker, code: codes.busyRetry },
  );
  time.pass(resyncAgainMs);
  expect(subscribes()).toBe(asked + 1);
});
