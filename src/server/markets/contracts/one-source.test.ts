import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextFor } from '#server/http/testing.ts';
import { createIndexBoard, sourceStaleMs, type IndexBoard } from '../prices/index-board.ts';
import { type ContractsBench, openContractsBench } from './testing.ts';
import { marketHere } from './testing-markets.ts';

/** Three price sources, positions at 100x, and one source that is wrong, silent, or just started. */
const middle = 600_000;
const funds = 10_000n * 100_000_000n;
const stepMs = 500;
const sources = ['htx', 'binance', 'okx'] as const;

let bench: ContractsBench;
let board: IndexBoard;
let indexes: number[] = [];

beforeEach(async () => {
  bench = await openContractsBench();
  board = createIndexBoard(sources.length);
  indexes = [];
});
afterEach(() => bench.close());

/** Half a second: some sources report, then the mark prices advance. */
async function step(prices: Readonly<Partial<Record<(typeof sources)[number], number>>>): Promise<void> {
  bench.pass(stepMs);
  const now = bench.now();
  for (const source of sources) {
    const ticks = prices[source];
    if (ticks !== undefined) board.put(source, 'BTCUSDT', ticks, now);
  }
  const index = board.index('BTCUSDT', now)?.ticks ?? null;
  if (index !== null) indexes.push(index);
  await bench.markTo(index);
}

/** Each source's own little noise, less than a thousandth. */
const near = (nth: number, count: number) => middle + ((count * 37 + nth * 101) % 300) - 150;

async function openAtHundred(): Promise<number> {
  await step({ htx: middle, binance: middle, okx: middle });
  await bench.quote([[middle - 50, 5_000]], [[middle + 50, 5_000]]);
  const users = await bench.users(Array.from({ length: 20 }, () => funds));
  await Promise.all(
    users.map((owner, nth) => {
      const side = nth % 2 === 0 ? 'long' : 'short';
      const [takeProfit, stopLoss] = side === 'long' ? ['120000', '59600'] : ['30000', '60400'];
      return bench.calls['POST contract'](
        { type: 'market', contract: 'BTCPERP', side, lots: 100, leverage: 100, takeProfit, stopLoss },
        contextFor(owner),
      );
    }),
  );
  return positions();
}

const positions = () => bench.contracts.market('BTCPERP').positions.size;
const state = () => bench.contracts.view('BTCPERP').state;

async function closings(): Promise<number> {
  const { rowCount } = await bench.database.pool.query('SELECT id FROM contract_closings');
  return rowCount ?? 0;
}

describe('of three sources', () => {
  it.each([
    ['up', 1.5],
    ['down', 0.5],
  ])('one that jumps 50 % %s for 60 s moves the index by less than 0.5 % and closes nothing', async (_way, factor) => {
    const opened = await openAtHundred();
    expect(opened).toBe(20);
    for (let count = 0; count < 60_000 / stepMs; count += 1) {
      await step({ htx: near(0, count), binance: near(1, count) * factor, okx: near(2, count) });
    }
    expect(indexes).toHaveLength(1 + 60_000 / stepMs);
    for (const ticks of indexes) expect(Math.abs(ticks - middle) / middle).toBeLessThan(0.005);
    expect(positions()).toBe(opened);
    expect(await closings()).toBe(0);
    expect(state()).toBe('open');
  });

  it('two silent ones leave positions reduce-only, and nothing is liquidated', async () => {
    const opened = await openAtHundred();
    const before = indexes.length;
    for (let gone = 0; gone <= sourceStaleMs; gone += stepMs) await step({ htx: near(0, gone) });
    // From here on the remaining one reports a fall that no other confirms.
    for (let count = 0; count < 20; count += 1) await step({ htx: middle / 2 });
    expect(indexes.slice(before).every((ticks) => Math.abs(ticks - middle) / middle < 0.005)).toBe(true);
    expect(state()).toBe('reduce-only');
    expect([positions(), await closings()]).toEqual([opened, 0]);
    const [who = 0n] = await bench.users([funds]);
    const open = bench.calls['POST contract'](
      { type: 'market', contract: 'BTCPERP', side: 'long', lots: 1, leverage: 1, takeProfit: '120000', stopLoss: '1' },
      contextFor(who),
    );
    await expect(open).rejects.toMatchObject({ codeName: 'pairClosed' });
    const [own] = marketHere(bench.contracts).positions.values();
    if (own === undefined) throw new Error('no position');
    const closed = await bench.calls['POST outContract']({ id: String(own.id), lots: 100 }, contextFor(own.owner));
    expect(closed.closedLots).toBe(100);
  });

  it('none counts after a restart before it reports again', async () => {
    const opened = await openAtHundred();
    bench = await bench.restart();
    board = createIndexBoard(sources.length);
    await bench.quote([[middle / 2, 10]], [[middle / 2 + 100, 10]]);
    for (let count = 0; count < 20; count += 1) await step({});
    expect(state()).toBe('reduce-only');
    await step({ htx: middle / 2 });
    expect([positions(), await closings()]).toEqual([opened, 0]);
    await step({ htx: middle / 2, okx: middle / 2 });
    expect(await closings()).toBeGreaterThan(0);
  });
});
