import { describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { reconnectMs } from '#protocol/core/limits.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import {
  accountEveryMs,
  frameMs,
  greetingTimeoutMs,
  pollAgainMaxMs,
  pollTimeoutMs,
  pricesEveryMs,
  silenceMs,
  steadyMs,
  streamAgainMs,
} from '../hub-limits.ts';
import { accountFrame, type FakeTab, fakeWorld, tickerFrame } from '../hub-testing.ts';

const ticker = 'ticker:BTCUSDT';
type World = ReturnType<typeof fakeWorld>;

const tickerData = (last: string, pair = 'BTCUSDT') => ({ ...(tickerFrame('snapshot', 0, last).data as object), pair });

const lastPrice = (tab: FakeTab) => (tab.state.get(ticker)?.read()[0] as { last: string } | undefined)?.last;
const account = (tab: FakeTab) => tab.state.get('account')?.read()[0] as AccountUpdate | undefined;
const connection = (tab: FakeTab) => tab.of('connection').at(-1);

function watching(world: World, name = 'a', hello: Parameters<FakeTab['hello']>[0] = {}): FakeTab {
  const tab = world.tab(name);
  tab.hello(hello);
  tab.say({ kind: 'subscribe', topics: hello?.token ? [ticker, 'account'] : [ticker] });
  return tab;
}

/** A proxy that refuses the upgrade: two tries fail at once. */
function refuse(world: World): void {
  world.socket().breakOff();
  world.time.pass(reconnectMs);
  world.socket().breakOff();
}

/** An exchange that has a price, and the account of whoever asks. */
function exchange(world: World) {
  const own = {
    price: 1,
    orders: [] as object[],
    available: '10',
    refused: new Map<string, number>(),
  };
  world.http.answers = (path) => {
    const code = own.refused.get(path.split('?')[0] ?? '');
    if (code !== undefined) return { code: code as never, data: null, ageMs: 0 };
    if (path.startsWith('common/huobiTicket')) return { list: [tickerData(String(own.price))] };
    if (path.startsWith('wallet'))
      return {
        balances: [
          { wallet: 'spot', asset: 'USDT', available: own.available, frozen: '0', locked: '0', valuation: '1' },
        ],
      };
    if (path.startsWith('currencyRecord')) return { list: own.orders, next: null };
    if (path.startsWith('contractList')) return { orders: [], positions: [], closings: [], next: null };
    if (path.startsWith('notice/noticeNum')) return { unread: 3 };
    return { list: [], next: null };
  };
  return own;
}

const order = (id: string, filled = '0') => ({ id, pair: 'BTCUSDT', status: 'open', filled });

describe('the stream counts as blocked', () => {
  test('after two refused tries, and then prices come over HTTP with their age', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    world.socket().breakOff();
    world.time.pass(reconnectMs - 1);
    expect(world.http.asked).toEqual([]);
    world.time.pass(1);
    world.socket().breakOff();
    world.time.pass(200);
    expect(lastPrice(tab)).toBe('1');
    expect(tab.updates(ticker).at(-1)).toMatchObject({ is: 'snapshot', source: 'polled' });
    expect(connection(tab)).toMatchObject({ state: 'offline', polledAsOfMs: expect.any(Number) as number });
    expect(world.time.nowMs - (connection(tab)?.polledAsOfMs ?? 0)).toBeLessThan(300);
  });

  test('when a proxy accepts and stays silent: each try ends after its limit', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    for (const _ of [1, 2]) {
      // Opened, and never greeted.
      world.socket().open();
      world.time.pass(greetingTimeoutMs);
      expect(world.socket().closed).toBe(true);
      if (world.sockets.length === 1) world.time.pass(reconnectMs);
    }
    world.time.pass(200);
    expect(world.sockets).toHaveLength(2);
    expect(lastPrice(tab)).toBe('1');
  });

  test('when a proxy lets the greeting through and nothing else', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    world.online();
    world.time.pass(silenceMs + reconnectMs);
    world.online();
    world.time.pass(silenceMs + 500);
    expect(connection(tab)).toMatchObject({ state: 'offline', polledAsOfMs: expect.any(Number) as number });
  });

  test('not when the exchange turns the device away, which would only ask more of it', () => {
    const world = fakeWorld();
    exchange(world);
    watching(world);
    for (const _ of [1, 2, 3]) {
      world.socket().hello(world.time.nowMs);
      world.socket().breakOff(1013);
      const tries = world.sockets.length;
      while (world.sockets.length === tries) world.time.pass(1_000);
    }
    expect(world.http.asked).toEqual([]);
  });
});

describe('a stream that comes back', () => {
  test('is tried at a slow pace while HTTP works, and at once when a user or the device asks', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    refuse(world);
    world.time.pass(reconnectMs);
    world.socket().breakOff();
    const tries = world.sockets.length;
    world.time.pass(streamAgainMs - 1);
    expect(world.sockets).toHaveLength(tries);
    world.time.pass(2);
    expect(world.sockets).toHaveLength(tries + 1);
    world.socket().breakOff();
    world.time.pass(reconnectMs);
    tab.say({ kind: 'retry' });
    tab.say({ kind: 'retry' });
    expect(world.sockets).toHaveLength(tries + 2);
  });

  test('replaces what was polled by a fresh snapshot, and nothing is polled any more', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    refuse(world);
    world.time.pass(reconnectMs);
    world.online();
    world.http.takeAsked();
    // A delta has nothing to add to: what was polled has no place in a sequence.
    world.socket().emit(tickerFrame('delta', 8, '8'));
    world.time.pass(frameMs);
    expect(lastPrice(tab)).toBe('1');
    world.socket().emit(tickerFrame('snapshot', 9, '9'), tickerFrame('delta', 10, '10'));
    world.time.pass(frameMs);
    expect(lastPrice(tab)).toBe('10');
    expect(tab.updates(ticker).at(-1)).toMatchObject({ source: 'stream' });
    expect(connection(tab)).toMatchObject({ state: 'online', polledAsOfMs: null });
    world.time.pass(3 * pricesEveryMs);
    expect(world.http.takeAsked()).toEqual([]);
  });

  test('is retried every few seconds as ever where HTTP does not answer either', () => {
    const world = fakeWorld();
    watching(world);
    refuse(world);
    for (const _ of [1, 2, 3]) {
      const tries = world.sockets.length;
      world.time.pass(reconnectMs + 1);
      expect(world.sockets).toHaveLength(tries + 1);
      world.socket().breakOff();
    }
  });
});

describe('a proxy that cuts every connection after 20 s', () => {
  const cutMs = 20_000;

  /** A connection that lives until it is cut, with its heartbeats answered. */
  function live(world: World, forMs: number, price: string): void {
    const socket = world.socket();
    socket.hello(world.time.nowMs);
    for (let passed = 0; passed < forMs; passed += 1_000) {
      world.time.pass(1_000);
      socket.emit({ op: 'pong', at: world.time.nowMs, now: world.time.nowMs });
      if (passed === 0 && socket.topics().includes(ticker)) socket.emit(tickerFrame('snapshot', 1, price));
    }
  }

  test('is believed twice, then polled for good: nothing changes sides any more', () => {
    const world = fakeWorld();
    const own = exchange(world);
    const tab = watching(world);
    for (const price of ['11', '12']) {
      live(world, cutMs, price);
      expect(lastPrice(tab)).toBe(price);
      world.socket().breakOff();
      if (price === '11') world.time.pass(reconnectMs);
    }
    world.time.pass(1_000);
    expect(lastPrice(tab)).toBe('1');
    const states = tab.of('connection').length;
    for (let round = 0; round < 10; round += 1) {
      world.time.pass(streamAgainMs);
      own.price += 1;
      live(world, cutMs, 'unused');
      world.socket().breakOff();
    }
    world.time.pass(pricesEveryMs * 2);
    expect(lastPrice(tab)).toBe(String(own.price));
    const since = tab.of('connection').slice(states);
    expect(since.filter(({ state }) => state === 'online')).toEqual([]);
    expect(since.filter(({ polledAsOfMs }) => polledAsOfMs === null)).toEqual([]);
    expect(world.socket().topics()).toEqual([]);
  });

  test('and then stops cutting: what has lasted is used', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    for (const _ of [1, 2]) {
      live(world, cutMs, '11');
      world.socket().breakOff();
      world.time.pass(reconnectMs);
    }
    live(world, steadyMs - 1_000, 'unused');
    expect(connection(tab)?.state).toBe('connecting');
    world.time.pass(1_500);
    world.socket().emit(tickerFrame('snapshot', 1, '20'));
    world.time.pass(frameMs);
    expect(connection(tab)).toMatchObject({ state: 'online', polledAsOfMs: null });
    expect(lastPrice(tab)).toBe('20');
  });
});

describe('what is polled', () => {
  test('is one question for all tabs and pairs, every few seconds, and nothing for hidden tabs', () => {
    const world = fakeWorld();
    exchange(world);
    const tabs = [watching(world, 'a'), watching(world, 'b')];
    tabs[1]?.say({ kind: 'subscribe', topics: ['ticker:ETHUSDT', 'tickers', 'depth:BTCUSDT'] });
    refuse(world);
    world.time.pass(60_000);
    const asked = world.http.takeAsked().filter((path) => path === 'common/huobiTicket');
    expect(asked.length).toBeGreaterThanOrEqual(10);
    expect(asked.length).toBeLessThanOrEqual(13);
    for (const tab of tabs) tab.say({ kind: 'visible', visible: false });
    world.time.pass(60_000);
    expect(world.http.takeAsked()).toEqual([]);
    tabs[0]?.say({ kind: 'visible', visible: true });
    world.time.pass(200);
    expect(world.http.takeAsked()).toContain('common/huobiTicket');
  });

  test('waits longer each time without an answer, and says how old it is', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world);
    refuse(world);
    world.time.pass(200);
    const asOfMs = connection(tab)?.polledAsOfMs;
    world.http.answers = null;
    world.http.delayMs = 2 * pollTimeoutMs;
    world.http.takeAsked();
    world.time.pass(10 * 60_000);
    const asked = world.http.takeAsked().length;
    expect(asked).toBeGreaterThan(6);
    expect(asked).toBeLessThan(16);
    expect(connection(tab)?.polledAsOfMs).toBe(asOfMs);
    exchange(world).price = 5;
    world.http.delayMs = 50;
    world.time.pass(pollAgainMaxMs * 1.5);
    expect(lastPrice(tab)).toBe('5');
  });

  test('asks for the tickers of indices only where one is watched', () => {
    const world = fakeWorld();
    const own = exchange(world);
    const tab = world.tab('a');
    tab.hello();
    tab.say({ kind: 'subscribe', topics: ['ticker:XAUUSDT'] });
    const { answers } = world.http;
    world.http.answers = (path, token) =>
      path.startsWith('common/new/changerSymbolsList')
        ? { list: [{ ticker: tickerData('4000', 'XAUUSDT'), line: [], contract: null }] }
        : (answers?.(path, token) ?? null);
    own.price = 2;
    refuse(world);
    world.time.pass(500);
    expect(tab.state.get('ticker:XAUUSDT')?.read()[0]).toMatchObject({ last: '4000' });
  });

  test('brings the last word on a candle that ended between two polls', () => {
    const world = fakeWorld();
    exchange(world);
    let list = [[60_000, '1', '1', '1', '1', '1']];
    const { answers } = world.http;
    world.http.answers = (path, token) =>
      path.startsWith('common/kline') ? { list, more: true } : (answers?.(path, token) ?? null);
    const tab = world.tab('a');
    tab.hello();
    tab.say({ kind: 'subscribe', topics: ['kline:BTCUSDT:1m'] });
    refuse(world);
    world.time.pass(500);
    list = [
      [60_000, '1', '1', '1', '2', '1'],
      [120_000, '2', '2', '2', '2', '0'],
    ];
    world.time.pass(2 * pricesEveryMs);
    const candles = tab.updates('kline:BTCUSDT:1m').map(({ data }) => (data as readonly unknown[]).slice(0, 5));
    expect(candles.at(-2)).toEqual([60_000, '1', '1', '1', '2']);
    expect(candles.at(-1)).toEqual([120_000, '2', '2', '2', '2']);
  });
});

describe('the account', () => {
  const signedIn = { token: 'token', generation: 1 };

  test('is asked for with the token, said whole, and then only what changed', () => {
    const world = fakeWorld();
    const own = exchange(world);
    own.orders = [order('1'), order('2')];
    const tab = watching(world, 'a', signedIn);
    refuse(world);
    world.time.pass(1_000);
    expect(account(tab)).toMatchObject({
      orders: [{ id: '1' }, { id: '2' }],
      balances: [{ asset: 'USDT', available: '10' }],
      unread: 3,
    });
    expect(JSON.stringify(account(tab))).not.toContain('valuation');
    expect(world.http.asked.filter(({ token }) => token === 'token').length).toBeGreaterThanOrEqual(9);
    expect(world.http.asked.find(({ url }) => url.includes('huobiTicket'))?.token).toBeNull();
    const said = tab.updates('account').length;
    world.time.pass(3 * accountEveryMs);
    expect(tab.updates('account')).toHaveLength(said);
    own.orders = [order('1', '5'), order('2')];
    own.available = '9';
    world.time.pass(2 * accountEveryMs);
    const changes = tab.updates('account').slice(said);
    expect(changes.every(({ is }) => is === 'delta')).toBe(true);
    expect(account(tab)).toMatchObject({
      orders: [{ id: '1', filled: '5' }, { id: '2' }],
      balances: [{ available: '9' }],
    });
  });

  test('loses an order that no list has any more', () => {
    const world = fakeWorld();
    const own = exchange(world);
    own.orders = [order('1'), order('2')];
    const tab = watching(world, 'a', signedIn);
    refuse(world);
    world.time.pass(1_000);
    own.orders = [order('2')];
    world.time.pass(2 * accountEveryMs);
    expect(account(tab)?.orders.map(({ id }) => id)).toEqual(['2']);
  });

  test('is asked for again at once after an act, and what was asked before it does not count', () => {
    const world = fakeWorld();
    const own = exchange(world);
    own.orders = [order('1')];
    const tab = watching(world, 'a', signedIn);
    refuse(world);
    world.time.pass(2_000);
    own.orders = [];
    own.available = '11';
    tab.say({ kind: 'acted' });
    world.time.pass(1_500);
    expect(account(tab)).toMatchObject({ orders: [], balances: [{ available: '11' }] });
  });

  test('holds all pages of its open orders', () => {
    const world = fakeWorld();
    exchange(world);
    const { answers } = world.http;
    world.http.answers = (path, token) => {
      if (!path.startsWith('currencyRecord')) return answers?.(path, token) ?? null;
      const at = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? '0');
      return { list: [order(String(at))], next: at < 2 ? String(at + 1) : null };
    };
    const tab = watching(world, 'a', signedIn);
    refuse(world);
    world.time.pass(1_000);
    expect(account(tab)?.orders.map(({ id }) => id)).toEqual(['0', '1', '2']);
  });

  test('keeps what only the stream has, and is never said to another user', () => {
    const world = fakeWorld();
    exchange(world);
    const tab = watching(world, 'a', signedIn);
    world.online();
    world.socket().emit({ op: 'auth', signedIn: true, id: 1 });
    const frame = accountFrame('snapshot', 1, 0);
    world.socket().emit({ ...frame, data: { ...(frame.data as AccountUpdate), risks: ['contracts'] } });
    world.time.pass(frameMs);
    world.socket().breakOff();
    for (const _ of [1, 2]) {
      world.time.pass(reconnectMs);
      world.socket().breakOff();
    }
    world.time.pass(1_000);
    expect(account(tab)).toMatchObject({ unread: 3, risks: ['contracts'] });
    world.http.delayMs = 500;
    world.time.pass(accountEveryMs);
    // Asked for the one who leaves now.
    tab.say({ kind: 'token', token: 'other', generation: 2 });
    world.http.takeAsked();
    const said = tab.updates('account').length;
    world.time.pass(5_000);
    for (const { data } of tab.updates('account').slice(said)) expect(data).not.toHaveProperty('risks');
    tab.say({ kind: 'token', token: null, generation: 3 });
    world.http.takeAsked();
    world.time.pass(60_000);
    expect(new Set(world.http.takeAsked())).toEqual(new Set(['common/huobiTicket']));
  });

  test('is not said half: a call that does not answer holds it back, one that is switched off does not', () => {
    const world = fakeWorld();
    const own = exchange(world);
    own.refused.set('wallet', codes.busyRetry);
    own.refused.set('contractList', codes.notYetOpen);
    const tab = watching(world, 'a', signedIn);
    refuse(world);
    world.time.pass(2_000);
    expect(account(tab)).toBeUndefined();
    own.refused.delete('wallet');
    world.time.pass(2 * accountEveryMs * 1.5);
    expect(account(tab)).toMatchObject({ balances: [{ available: '10' }] });
  });

  test('is over when the exchange does not know the session', () => {
    const world = fakeWorld();
    const own = exchange(world);
    const tab = watching(world, 'a', signedIn);
    own.refused.set('wallet', codes.unauthorized);
    refuse(world);
    world.time.pass(1_000);
    expect(tab.of('session').at(-1)).toEqual({ kind: 'session', generation: 1, signedIn: false });
  });
});

test('tabs hear that the hub lives while there is nothing to say for long', () => {
  const world = fakeWorld();
  const tab = watching(world);
  world.socket().hello(world.time.nowMs);
  world.socket().breakOff(1013);
  world.socket();
  for (let turn = 0; turn < 6; turn += 1) {
    if (!world.socket().closed) world.socket().breakOff(1013);
    const heard = tab.of('connection').length;
    world.time.pass(6_000);
    expect(tab.of('connection').length).toBeGreaterThan(heard);
  }
});
