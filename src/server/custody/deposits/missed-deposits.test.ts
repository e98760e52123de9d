import { afterAll, describe, expect, it } from 'vitest';
import type { BlockPayments, WatchedChain } from '../chains/chain.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { createTroubles } from '#server/core/jobs/troubles.ts';
import { wholeTriesMax, chainWatcher } from './chain-watcher.ts';
import { readAside } from './deposits-aside.ts';
import { readAgainDepth } from './rereading.ts';
import { openRescans, orderRescan, readRescan, readRescans, retryDeposit } from './rescans.ts';
import { depositBench } from './testing.ts';

const database = await testDatabase();
afterAll(() => database.close());
const bench = await depositBench(database);
await bench.follow();

const usdt = 100_000_000n;
const signed = { by: 'mei', reason: 'a user asked', at: 1 };
const mine = async (blocks: number) => {
  for (let made = 0; made < blocks; made += 1) await bench.chain.mine();
};
const over = (payments: (held: BlockPayments, leaveOut: boolean) => BlockPayments): WatchedChain => ({
  ...bench.chain,
  payments: async (block, ours, leaveOut = false) => payments(await bench.chain.payments(block, ours), leaveOut),
});
const nothing: BlockPayments = { payments: [], unread: [] };
const states = async (owner: bigint) => (await bench.list(owner)).map(({ state }) => state);
/** Runs until all rereads and rescans are done. */
async function catchUp(chain: WatchedChain = bench.chain): Promise<void> {
  const watcher = bench.watcher(chain);
  for (let turn = 0; turn < 12; turn += 1) await watcher.catchUp();
}

/** A database rule that rejects one deposit, as a corrupt row would. */
async function refusing(when: string, work: () => Promise<void>): Promise<void> {
  await database.pool.query(`
    CREATE OR REPLACE FUNCTION refuse_deposit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${when} THEN RAISE EXCEPTION 'this one is broken'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER refuse_deposit BEFORE INSERT OR UPDATE ON deposits FOR EACH ROW EXECUTE FUNCTION refuse_deposit()`);
  try {
    await work();
  } finally {
    await database.pool.query('DROP TRIGGER refuse_deposit ON deposits');
  }
}

describe('one bad payment', () => {
  it('that cannot be recorded is set aside, the others of its block are credited, and it can be retried', async () => {
    const [bad, good] = [await bench.user(), await bench.user()];
    await bench.pay(bad.address, 'USDT', 5n * usdt);
    await bench.pay(good.address, 'USDT', 6n * usdt);
    await mine(3);
    await refusing(`NEW.owner = ${bad.owner}`, () => bench.follow());
    expect(await bench.balance(good.owner, 'USDT')).toEqual({ available: 6n * usdt, locked: 0n });
    expect(await states(bad.owner)).toEqual([]);
    const [aside] = await readAside(database.pool);
    expect(aside).toMatchObject({ why: 'not-recorded', units: 5n * usdt, words: 'this one is broken', deposit: null });

    const troubles = createTroubles(() => 0);
    await chainWatcher(bench.deps, bench.chain, troubles).catchUp();
    const published = { part: 'deposits on TEST set aside', times: 1, since: aside?.at };
    expect(troubles.list()).toEqual([published]);

    // It still fails: set aside again.
    await retryDeposit(database, aside?.id ?? 0n, signed);
    await refusing(`NEW.owner = ${bad.owner}`, () => catchUp());
    const [again] = await readAside(database.pool);
    expect(again?.id).not.toBe(aside?.id);
    expect(await retryDeposit(database, aside?.id ?? 0n, signed)).toBeNull();
    await retryDeposit(database, again?.id ?? 0n, signed);
    await catchUp();
    expect(await bench.balance(bad.owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    expect(await readAside(database.pool)).toEqual([]);
    expect(await bench.faults()).toEqual([]);
  });

  it('that cannot be credited is set aside, and the chain continues', async () => {
    const [bad, good] = [await bench.user(), await bench.user()];
    await bench.pay(bad.address, 'USDT', 5n * usdt);
    await bench.pay(good.address, 'USDT', 6n * usdt);
    await mine(3);
    await refusing(`NEW.owner = ${bad.owner} AND NEW.state = 'credited'`, () => bench.follow());
    expect(await bench.balance(good.owner, 'USDT')).toEqual({ available: 6n * usdt, locked: 0n });
    expect(await states(bad.owner)).toEqual(['seen']);
    const [aside] = await readAside(database.pool);
    expect(aside).toMatchObject({ why: 'not-credited', words: 'this one is broken' });
    await retryDeposit(database, aside?.id ?? 0n, signed);
    await catchUp();
    expect(await bench.balance(bad.owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    expect(await bench.faults()).toEqual([]);
  });

  it('that cannot be reversed is set aside, and the chain moves back and forward again', async () => {
    const [bad, good] = [await bench.user(), await bench.user()];
    await bench.pay(bad.address, 'USDT', 5n * usdt);
    await bench.pay(good.address, 'USDT', 6n * usdt);
    await mine(1);
    await bench.follow();
    await bench.chain.reorganise(1, 'lost');
    await refusing(`NEW.owner = ${bad.owner} AND NEW.state = 'undone'`, () => bench.follow());
    expect(await states(good.owner)).toEqual(['undone']);
    expect(await states(bad.owner)).toEqual(['credited']);
    await mine(3);
    await bench.follow();
    // Not available either: its owner is still unknown.
    expect(await states(bad.owner)).toEqual(['credited']);
    const [aside] = await readAside(database.pool);
    expect(aside).toMatchObject({ why: 'not-undone' });
    await retryDeposit(database, aside?.id ?? 0n, signed);
    await catchUp();
    expect(await states(bad.owner)).toEqual(['undone']);
    expect(await readAside(database.pool)).toEqual([]);
    expect(await bench.faults()).toEqual([]);
  });

  it('that is too large or unreadable is set aside, and closed when its block is dropped', async () => {
    const [bad, good] = [await bench.user(), await bench.user()];
    await bench.pay(bad.address, 'USDT', 5n * usdt);
    await bench.pay(good.address, 'USDT', 6n * usdt);
    await mine(1);
    const unread = { hash: '0xbad', index: 3, to: null, asset: 'USDT', words: 'no fields\u001B[2J' };
    const weird = over(({ payments }) => ({
      payments: payments.map((one) => (one.to === bad.address ? { ...one, units: 2n ** 63n } : one)),
      unread: payments.length > 0 ? [unread] : [],
    }));
    const watcher = bench.watcher(weird);
    while (await watcher.step());
    expect(await states(good.owner)).toEqual(['credited']);
    const found = await readAside(database.pool);
    expect(found.map(({ why }) => why)).toEqual(['unreadable', 'too-large']);
    const { said } = await consoleBeside(database)('deposits-aside');
    expect(said).toContain('is too large to be a payment');
    expect(said).not.toContain('\u001B');
    await bench.chain.reorganise(1, 'lost');
    await bench.follow();
    expect(await readAside(database.pool)).toEqual([]);
  });

  it('that the node does not answer about delays its chain for a few tries only', async () => {
    const { owner, address } = await bench.user();
    await bench.follow();
    await bench.pay(address, 'USDT', 5n * usdt);
    await mine(2);
    const after = await bench.user();
    await bench.pay(after.address, 'USDT', 6n * usdt);
    await mine(2);
    let asked = 0;
    const unread = { hash: '0xdeaf', index: 0, to: address, asset: 'USDT', words: 'no receipt' };
    const deaf = over((held, leaveOut) => {
      if (!held.payments.some(({ to }) => to === address)) return held;
      if (leaveOut) return { payments: [], unread: [unread] };
      asked += 1;
      throw new Error('no receipt');
    });
    const watcher = bench.watcher(deaf);
    for (let turn = 0; turn < wholeTriesMax + 1; turn += 1) await watcher.catchUp();
    expect(asked).toBe(wholeTriesMax);
    expect(await bench.balance(after.owner, 'USDT')).toEqual({ available: 6n * usdt, locked: 0n });
    expect(await states(owner)).toEqual([]);
    expect(await readAside(database.pool)).toMatchObject([{ why: 'unreadable', words: 'no receipt' }]);
    const [aside] = await readAside(database.pool);
    await retryDeposit(database, aside?.id ?? 0n, signed);
    await catchUp();
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    expect(await bench.faults()).toEqual([]);
  });
});

describe('a deposit omitted by a node', () => {
  it('is found automatically by the second read of its block, and credited once', async () => {
    const { owner, address } = await bench.user();
    await bench.pay(address, 'USDT', 5n * usdt);
    await mine(3);
    const hiding = bench.watcher(over(() => nothing));
    while (await hiding.step());
    await catchUp();
    expect(await states(owner)).toEqual([]);
    await mine(readAgainDepth);
    await catchUp();
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM scanned_blocks WHERE NOT read_again
          AND height <= (SELECT max(height) FROM scanned_blocks) - ${readAgainDepth}`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    await mine(3);
    await catchUp();
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    expect(await bench.faults()).toEqual([]);
  });

  it('is found by a rescan, which runs in batches, resumes where it stopped, and leaves recorded deposits unchanged', async () => {
    const [missed, known] = [await bench.user(), await bench.user()];
    await bench.pay(missed.address, 'USDT', 5n * usdt);
    await bench.pay(known.address, 'USDT', 6n * usdt);
    await mine(1);
    const hiding = over(({ payments, unread }) => ({
      payments: payments.filter(({ to }) => to !== missed.address),
      unread,
    }));
    await mine(readAgainDepth + 60);
    await catchUp(hiding);
    expect(await states(missed.owner)).toEqual([]);
    const { height } = await bench.chain.tip();
    const range = { chain: 'TEST', from: 1, to: height };
    expect(await orderRescan(database, { ...range, to: height + 1 }, signed)).toBe('not-read-yet');
    expect(await orderRescan(database, { ...range, chain: 'ETH' }, signed)).toBe('not-followed');
    const rescan = await orderRescan(database, range, signed);
    if (typeof rescan === 'string') throw new Error(rescan);

    // One batch, then the server dies; the next one resumes after it.
    await bench.watcher().catchUp();
    const between = await readRescan(database, rescan.id);
    expect(between).toMatchObject({ next: 51, endedAt: null });
    await catchUp();
    expect(await readRescan(database, rescan.id)).toMatchObject({ next: height + 1, found: 1 });
    expect(await openRescans(database.pool, 'TEST')).toEqual([]);
    expect(await bench.balance(missed.owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
    expect(await bench.balance(known.owner, 'USDT')).toEqual({ available: 6n * usdt, locked: 0n });
    expect(await bench.list(missed.owner)).toMatchObject([{ state: 'free' }]);
    expect(await bench.faults()).toEqual([]);
  });

  it('is found by one rescan while another asks for blocks that the node no longer has', async () => {
    const { height } = await bench.chain.tip();
    const pruned: WatchedChain = {
      ...bench.chain,
      block: (asked) => (asked === 2 ? Promise.reject(new Error('pruned')) : bench.chain.block(asked)),
    };
    const troubles = createTroubles(() => 0);
    const [stuck, whole] = [
      await orderRescan(database, { chain: 'TEST', from: 1, to: 3 }, signed),
      await orderRescan(database, { chain: 'TEST', from: height - 2, to: height }, signed),
    ];
    if (typeof stuck === 'string' || typeof whole === 'string') throw new Error('not ordered');
    await chainWatcher(bench.deps, pruned, troubles).catchUp();
    expect(await readRescan(database, stuck.id)).toMatchObject({ next: 2, endedAt: null });
    expect((await readRescan(database, whole.id))?.endedAt).not.toBeNull();
    expect(troubles.list()).toMatchObject([{ part: 'reading TEST again' }]);
    await catchUp();
    expect((await readRescan(database, stuck.id))?.endedAt).not.toBeNull();
  });

  it('is requested at the console, which shows its progress and logs the operator', async () => {
    await catchUp();
    const { height } = await bench.chain.tip();
    const operator = consoleBeside(database);
    const before = (await readRescans(database)).length;
    const asking = operator('rescan', 'test', '1', String(height), '--reason', 'ticket 7', '--by', 'grace');
    const watcher = bench.watcher();
    const isDone = async () => {
      const rescans = await readRescans(database);
      return rescans.length > before && rescans.every(({ endedAt }) => endedAt !== null);
    };
    while (!(await isDone())) await watcher.catchUp();
    const { code, said } = await asking;
    expect(code).toBe(0);
    expect(said).toContain(`TEST 1 to ${height}`);
    expect(said).toContain('done, 0 missed deposits found');
    expect((await operator('rescan', 'TEST', '5', '3', '--reason', 'x')).said).toContain('FROM comes before TO.');
    expect((await operator('rescan', 'MOON', '1', '3', '--reason', 'x')).said).toContain('CHAIN is one of');
    expect((await operator('rescan', 'TEST', '1', '3')).said).toContain('It needs --reason');
    expect((await operator('stop-log')).said).toContain(`grace  rescan  blocks TEST 1 to ${height}  ticket 7`);
    expect((await operator('rescans')).said).toContain('done, 1 missed deposits found');
  }, 90_000);
});
