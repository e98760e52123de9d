import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { candleStart } from '#protocol/market-data/intervals.ts';
import { Entropy } from './entropy/entropy.ts';
import { secretChain } from './entropy/secret-chain.ts';
import { seededBytes } from './entropy/testing.ts';
import { nextLevel, drawnMarket } from './entropy/walk.ts';
import { pairs } from '../markets/pairs.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { pathLevels, simulatedWalks } from './drawn-prices.ts';
import { simulatedCoins } from './simulated-coins.ts';
import { simulatedPath } from './simulated-path.ts';
import { createSimulatedSource, type KeptDays } from './simulated-source.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const seed = 1;
const listed = pairs.slice(0, 2);
const [btc] = listed;
const id = btc?.id ?? '';
const start = Date.UTC(2026, 10, 20, 9, 41, 17, 3);

let database: TestDatabase;
let now: number;
let bytes: (size: number) => Buffer;

beforeEach(async () => {
  database = await testDatabase();
  now = start;
  bytes = seededBytes('drawn prices');
});
afterEach(() => database.close());

/** A start of the exchange on the store, limited to prices. */
async function open(some = listed, store: ConstructorParameters<typeof Entropy>[0]['database'] = database) {
  const entropy = new Entropy({
    database: store,
    clock: () => now,
    randomBytes: bytes,
    walks: simulatedWalks(some),
    seed,
    pathLevel: pathLevels(some),
  });
  await entropy.open();
  return { entropy, source: createSimulatedSource(some, seed, entropy) };
}

type Opened = Awaited<ReturnType<typeof open>>;
const priceOf = ({ source }: Opened, pair = id) => source.indexPrice(pair, now)?.ticks ?? null;

async function pass(opened: Opened, ms: number, stepMs = 10 * minuteMs): Promise<void> {
  for (const until = now + ms; now < until;) {
    now = Math.min(until, now + stepMs);
    await opened.entropy.step();
  }
}

describe('drawn prices', () => {
  it('are always committed to for longer than the longest round, and reloaded by a restart', async () => {
    const opened = await open();
    for (let step = 0; step < 40; step += 1) {
      await pass(opened, 5 * minuteMs, minuteMs);
      expect(opened.entropy.committedUntil() - now).toBeGreaterThan(607_000);
      const again = await open();
      expect(again.entropy.drawn(id, now)).toEqual(opened.entropy.drawn(id, now));
      expect(priceOf(again)).toBe(priceOf(opened));
    }
    const { rows } = await database.pool.query('SELECT from_second FROM entropy_chains');
    expect(rows).toHaveLength(4);
  });

  it('are not revealed before their second, and prove every second when revealed', async () => {
    const { entropy } = await open();
    const second = entropy.shownSecond();
    expect(() => entropy.reveal(second, second + 1)).toThrow('kept until its second');
    const before = entropy.drawn(id, now);
    now += 30_000;
    const after = entropy.drawn(id, now);
    const [revealed] = entropy.reveal(second, second + 30);
    expect(revealed).toMatchObject({ commitment: before?.commitment, second: second + 30 });
    expect(entropy.drawn(id, now + 5_000)).toEqual(after);
    expect(entropy.drawn(id, now - 30_000)).toEqual(before);
    expect(JSON.stringify([before, after])).not.toContain(revealed?.secret);
    // What is public then suffices to compute the walk in between.
    const { rows } = await database.pool.query<{ from_second: string; seed: Buffer }>('SELECT * FROM entropy_chains');
    const chain = secretChain(Number(rows[0]?.from_second), rows[0]?.seed ?? Buffer.alloc(0));
    let level = before?.level ?? 0;
    for (let at = second + 1; at <= second + 30; at += 1) {
      level = nextLevel(level, entropy.walk(id), id, chain.secret(at), drawnMarket(chain.secret(at)));
    }
    expect(after?.level).toBe(level);
    expect(revealed?.secret).toBe(chain.secret(second + 30));
  });

  it('cannot be drawn again: the store refuses to change or delete them', async () => {
    await open();
    for (const statement of ["UPDATE entropy_chains SET seed = ''", 'DELETE FROM simulated_levels']) {
      await expect(database.pool.query(statement)).rejects.toThrow('append-only');
    }
  });

  it('of days that are over are kept for the next source, and those that the next draw decides are not', async () => {
    const first = await open();
    await pass(first, hourMs);
    const look = async () => {
      const entropy = new Entropy({
        database,
        clock: () => now,
        randomBytes: () => {
          throw new Error('nothing is drawn');
        },
        walks: simulatedWalks(listed),
        seed,
        pathLevel: pathLevels(listed),
      });
      await entropy.look();
      const kept: KeptDays = new Map();
      return { kept, source: createSimulatedSource(listed, seed, entropy, kept) };
    };
    const days = (source: Opened['source']) => source.history(id, '1d', now - 20 * dayMs, now);
    const looked = await look();
    await days(looked.source);
    const known = looked.kept.get(id)?.size ?? 0;
    expect(known).toBeGreaterThan(15);
    const marked = new Map([...(looked.kept.get(id) ?? [])].map(([at, day]) => [at, { ...day, close: day.close + 1 }]));
    // What is kept is used as it is.
    const { entropy } = await open();
    const next = createSimulatedSource(listed, seed, entropy, new Map([[id, marked]]));
    const closes = (list: Awaited<ReturnType<typeof days>>) => list.slice(0, 10).map(({ close }) => close);
    expect(closes(await days(next))).toEqual(closes(await days(first.source)).map((close) => close + 1));
    // Days later nobody has drawn: where the price went meanwhile is decided by the next start.
    now += 3 * dayMs;
    const drawnUntil = first.entropy.committedUntil();
    const late = await look();
    expect((await days(late.source)).some(({ startMs }) => startMs > drawnUntil)).toBe(true);
    const ends = [...(late.kept.get(id)?.keys() ?? [])].map((startMs) => startMs + dayMs);
    expect(Math.max(...ends)).toBeLessThanOrEqual(drawnUntil);
  });

  it('continue after writes that failed or whose answer was lost', async () => {
    const opened = await open();
    let fault: 'none' | 'before' | 'after' = 'none';
    const faulty = {
      pool: database.pool,
      transaction: (async (work) => {
        if (fault === 'before') throw new Error('the store is away');
        const result = await database.transaction(work);
        if (fault === 'after') throw new Error('the answer was lost');
        return result;
      }) as TestDatabase['transaction'],
    };
    const running = await open(listed, faulty);
    now += 45 * minuteMs;
    for (const one of ['before', 'after', 'none'] as const) {
      fault = one;
      await running.entropy.step().catch(() => undefined);
    }
    await running.entropy.step();
    const { rows } = await database.pool.query('SELECT from_second FROM entropy_chains');
    expect(rows).toHaveLength(2);
    await opened.entropy.step().catch(() => undefined);
    opened.entropy.doubt();
    await opened.entropy.step();
    now += 20 * minuteMs;
    expect(priceOf(running)).toBe(priceOf(opened));
  });
});

describe('prices over time', () => {
  it('follow the seeded path up to the first start and continue from there without a jump', async () => {
    const path = simulatedPath(btc ?? pairs[0]!, simulatedCoins['BTC']!, seed);
    const opened = await open();
    const from = Math.floor(start / minuteMs) * minuteMs;
    const past = await opened.source.history(id, '1m', from - 500 * minuteMs, from);
    expect(past.map(({ open: ticks }) => ticks)).toEqual(past.map(({ startMs }) => path.ticksAt(startMs)));
    expect(Math.abs((priceOf(opened) ?? 0) / path.ticksAt(from) - 1)).toBeLessThan(0.003);
  });

  it('never change, in any interval, through chains, restarts and days of downtime', async () => {
    let opened = await open();
    await pass(opened, 3 * hourMs);
    now += 3 * dayMs + 7 * minuteMs;
    opened = await open();
    await pass(opened, 2 * hourMs);
    const span = [start - dayMs, candleStart(now, '1m')] as const;
    const minutes = await opened.source.history(id, '1m', ...span);
    let last = minutes[0]?.open;
    for (const { open: ticks, close, startMs } of minutes) {
      expect(ticks, new Date(startMs).toISOString()).toBe(last);
      last = close;
    }
    // Prices keep moving during downtime, unpredictably.
    const down = minutes.filter(({ startMs }) => startMs > start + dayMs && startMs < start + 2 * dayMs);
    expect(new Set(down.map(({ close }) => close)).size).toBeGreaterThan(500);
    const hours = await opened.source.history(id, '1h', start - dayMs, candleStart(now, '1h'));
    for (const hour of hours) {
      const own = minutes.filter(({ startMs }) => candleStart(startMs, '1h') === hour.startMs);
      expect([hour.open, hour.close]).toEqual([own[0]?.open, own.at(-1)?.close]);
      expect(hour.high).toBe(Math.max(...own.map(({ high }) => high)));
    }
    now += 5 * hourMs;
    const later = await open();
    expect(await later.source.history(id, '1m', ...span)).toEqual(minutes);
    const day = candleStart(start + 2 * dayMs, '1d');
    expect(await later.source.history(id, '1d', day, day + dayMs)).toEqual(
      await opened.source.history(id, '1d', day, day + dayMs),
    );
  });

  it('reveal nothing of the future: the running candle ends at the current price', async () => {
    const opened = await open();
    await pass(opened, 90 * minuteMs + 20_000);
    for (const interval of ['1m', '1h', '1d', '1w'] as const) {
      const at = candleStart(now, interval);
      const [running] = await opened.source.history(id, interval, at, at + minuteMs);
      expect(running?.close, interval).toBe(priceOf(opened));
    }
    now += 10 * minuteMs;
    const day = candleStart(now, '1d');
    const [again] = await opened.source.history(id, '1d', day, day + dayMs);
    expect(again?.close).toBe(priceOf(opened));
  });

  it('match between the index at a time and the minutes published afterwards', async () => {
    const opened = await open();
    now = Math.ceil(now / minuteMs) * minuteMs;
    const seen = new Map<number, number | null>();
    for (let minute = 0; minute < 130; minute += 1) {
      seen.set(now, priceOf(opened));
      await pass(opened, minuteMs, 30_000);
    }
    const published = await opened.source.history(id, '1m', Math.min(...seen.keys()), now);
    expect(new Map(published.map(({ startMs, open: ticks }) => [startMs, ticks]))).toEqual(seen);
  });

  it('include a pair that is listed later', async () => {
    await pass(await open(listed.slice(0, 1)), 30 * minuteMs);
    const opened = await open();
    const other = listed[1]?.id ?? '';
    const before = priceOf(opened, other);
    expect(before).not.toBeNull();
    await pass(opened, 2 * hourMs);
    expect(priceOf(opened, other)).not.toBe(before);
  });

  it.each([hourMs, dayMs])('repeat no second after the clock was set back by %i ms', async (backMs) => {
    const opened = await open();
    await pass(opened, 2 * hourMs, minuteMs);
    const shown = priceOf(opened);
    const reached = opened.entropy.shownSecond();
    now -= backMs;
    const again = await open();
    const held = again.entropy.drawn(id, now);
    expect(held?.second).toBeGreaterThanOrEqual(reached);
    expect(Math.abs((priceOf(again) ?? 0) / (shown ?? 1) - 1)).toBeLessThan(0.003);
    await pass(again, backMs - minuteMs);
    expect(again.entropy.drawn(id, now)).toEqual(held);
    await pass(again, 3 * minuteMs);
    expect(again.entropy.drawn(id, now)?.second).toBe(Math.floor(now / 1_000));
  });

  it('are not published while nothing is committed to, and continue from their last level', async () => {
    const opened = await open();
    now += 3 * hourMs;
    expect(priceOf(opened)).toBeNull();
    await opened.entropy.step();
    now = Math.ceil(now / minuteMs) * minuteMs + 1;
    expect(priceOf(opened)).not.toBeNull();
    const minutes = await opened.source.history(id, '1m', start + 80 * minuteMs, start + 150 * minuteMs);
    expect(new Set(minutes.map(({ close }) => close)).size).toBe(1);
  });
});
