import { describe, expect, test, vi } from 'vitest';
import { weekMs } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { usualParameters } from '#protocol/robots/maths/usual-parameters.ts';
import { market } from '#protocol/robots/maths/testing-book.ts';
import { Desk, type DeskAsk, type DeskCalls } from './desk.ts';
import type { Device } from './kept-weeks.ts';
import { gather } from './gathering.ts';
import { testWeek } from './testing-weeks.ts';
import { patience } from '../../../../../../tests/pace.ts';

/** What the device keeps. */
const device = new Map<string, unknown>();
const store: Device = {
  readDevice: async <Value>(key: string) => device.get(key) as Value | undefined,
  writeDevice: async (key, value) => {
    if (device.get('full') === true) throw new Error('no room');
    device.set(key, value);
  },
  removeDevice: async (key) => void device.delete(key),
  changeDevice: async <Value>(key: string, change: (value: Value | undefined) => Value | undefined) =>
    void device.set(key, change(device.get(key) as Value | undefined)),
};

const monday = Date.UTC(2026, 10, 16);
const now = monday + 4 * dayMs + 9 * 3_600_000;
const ticksAt = (minute: number) => 15_000 + 900 * Math.sin(minute / 600);

function exchange(since = 0) {
  const asked: number[] = [];
  let running = 0;
  const held = { most: 0, isSilent: false };
  return {
    asked,
    held,
    fetchWeek: async (pair: string, week: number, at: number) => {
      running += 1;
      held.most = Math.max(held.most, running);
      await new Promise((done) => setTimeout(done, 1));
      running -= 1;
      if (held.isSilent) throw new Error('no network');
      asked.push(week);
      return testWeek(pair, week, { since, now: at, ticksAt });
    },
  };
}

function testerOf(desk: Desk) {
  return {
    ask: async <Kind extends keyof DeskCalls>(kind: Kind, asked: DeskCalls[Kind]['asked']) =>
      (await desk.answer({ kind, ...asked } as DeskAsk)) as DeskCalls[Kind]['answer'],
  };
}

async function gathered(desk: Desk, from: ReturnType<typeof exchange>, days: number, at = now, pair = 'BTCUSDT') {
  const shares: number[] = [];
  const done = await gather(testerOf(desk), {
    pair,
    tick: '0.1',
    from: at - days * dayMs,
    now: at,
    fetchWeek: (week) => from.fetchWeek(pair, week, at),
    heard: (share) => shares.push(share),
  });
  const result = await testerOf(desk).ask('test', {
    parameters: usualParameters('grid', market, 15_000),
    pair,
    others: [],
    market,
    amount: 100_000_000_000n,
    from: done.from,
  });
  return { ...done, shares, days: result === null ? 0 : Math.round((result.to - result.from) / dayMs), result };
}

describe('minutes for a test', () => {
  test('are fetched week by week, two at a time, the newest first', async () => {
    device.clear();
    const from = exchange();
    const done = await gathered(new Desk(store), from, 180);
    expect(from.asked).toHaveLength(27);
    expect(from.asked.slice(0, 2).toSorted((a, b) => a - b)).toEqual([monday - weekMs, monday]);
    expect(from.held.most).toBe(2);
    expect(done).toMatchObject({ days: 180, isOld: false, at: now });
    expect(done.shares.at(-1)).toBe(1);
    expect(done.result?.missing.minutes).toBe(0);
  });

  test('are kept: only what is new is fetched, and nothing within a quarter of an hour', async () => {
    const from = exchange();
    const later = now + 20 * minuteMs;
    expect(await gathered(new Desk(store), from, 180, later)).toMatchObject({ days: 180, at: later });
    expect(from.asked).toEqual([monday]);
    await gathered(new Desk(store), from, 180, later + minuteMs);
    expect(from.asked).toEqual([monday]);
  });

  test('are tested without a connection, with their age', async () => {
    const from = exchange();
    from.held.isSilent = true;
    const done = await gathered(new Desk(store), from, 30, now + dayMs);
    expect(done).toMatchObject({ isOld: true, at: now + 20 * minuteMs });
    expect(done.days).toBe(29);
    await expect(gathered(new Desk(store), from, 30, now, 'ETHUSDT')).rejects.toThrow('no network');
  });

  test('of a young pair are as many as there are', async () => {
    const from = exchange(now - 9 * dayMs);
    expect(await gathered(new Desk(store), from, 180, now, 'SOLUSDT')).toMatchObject({ days: 9, isOld: false });
    expect(from.asked.length).toBeLessThan(5);
  });

  test('are tested as far back as there is no week missing in between', async () => {
    const from = exchange();
    const desk = new Desk(store);
    let nth = 0;
    const some = await gather(testerOf(desk), {
      pair: 'XRPUSDT',
      tick: '0.1',
      from: now - 60 * dayMs,
      now,
      fetchWeek: (week) =>
        (nth += 1) === 4 ? Promise.reject(new Error('gone')) : from.fetchWeek('XRPUSDT', week, now),
      heard: () => undefined,
    });
    expect(some.isOld).toBe(true);
    const result = await testerOf(desk).ask('test', {
      parameters: usualParameters('grid', market, 15_000),
      pair: 'XRPUSDT',
      others: [],
      market,
      amount: 100_000_000_000n,
      from: some.from,
    });
    expect(result?.missing.minutes).toBe(0);
    expect(result?.from).toBe(monday - 2 * weekMs);
  });

  test('of the pair that was tried longest ago go, and a device without room tests all the same', async () => {
    const kept = () => new Set([...device.keys()].map((key) => key.split('.')[1]).filter((pair) => pair !== undefined));
    const others = ['ADAUSDT', 'LTCUSDT', 'TRXUSDT', 'AVAXUSDT'];
    for (const pair of others) await gathered(new Desk(store), exchange(), 7, now, pair);
    await vi.waitFor(() => expect(kept()).toEqual(new Set(['SOLUSDT', 'XRPUSDT', ...others])), patience);
    device.set('full', true);
    expect((await gathered(new Desk(store), exchange(), 7, now, 'DOTUSDT')).days).toBe(7);
  });

  test('of every coin of a basket are tested together, and not before all are here', async () => {
    const rebalanced: RobotParameters = {
      strategy: 'rebalance',
      minutes: 60,
      share: 40,
      drift: '5',
      others: [{ pair: 'ETHUSDT', share: 40 }],
    };
    const desk = new Desk(store);
    const from = exchange();
    const done = await gathered(desk, from, 30);
    const basket = {
      parameters: rebalanced,
      pair: 'BTCUSDT',
      others: [{ pair: 'ETHUSDT', market }],
      market,
      amount: 100_000_000_000n,
      from: done.from,
    };
    expect(await testerOf(desk).ask('test', basket)).toBeNull();
    await gathered(desk, from, 30, now, 'ETHUSDT');
    const result = await testerOf(desk).ask('test', basket);
    expect(result?.trades).toBeGreaterThan(0);
    expect(result?.missing.minutes).toBe(0);
  });
});
