import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import type { OptionRound, ProvenTick } from '#protocol/options/entities.ts';
import { optionLockMs, optionTickToleranceMs } from '#protocol/core/limits.ts';
import { tickText } from '#protocol/options/maths/option-ticks.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { unreachedCodes } from '#server/http/unreached-codes.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import { pairs } from '../pairs.ts';
import { holdingsOf } from '#server/custody/wallets/holdings.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { RoundScheduler, loadBoard } from './round-scheduler.ts';
import { createPracticeBots } from './practice-bots.ts';
import { createOptionHandlers } from './calls.ts';
import { optionCoins } from './rules.ts';
import { RoundBoard } from './round-board.ts';
import { TickChain } from './tick-chain.ts';

/** Rounds on a real store; the test controls clock and index. */
const cycle = 60;
const coins = optionCoins(pairs).slice(0, 2);
const ledger = createLedger();
const logger = pino({ level: 'silent' });
const unit = 100_000_000n;

let database: TestDatabase;
let now = Date.UTC(2026, 10, 20, 12, 0, 1);
let index: number | null = 600_000;
let users = 100_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const gate = gateForTest();

async function exchange(withBots = false) {
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, now);
  const bots = withBots
    ? createPracticeBots(
        ledger,
        () => now,
        () => 0.5,
      )
    : null;
  const indexOf = () => (index === null ? null : { ticks: index });
  const deps = { database, ledger, clock: () => now, logger, coins, board, gate };
  const scheduler = new RoundScheduler({ ...deps, chain, indexOf, bots });
  return { board, scheduler, calls: createOptionHandlers({ ...deps, scheduler }) };
}

type Running = Awaited<ReturnType<typeof exchange>>;

async function user(usdt = 1_000n): Promise<bigint> {
  users += 1n;
  await givePractice(database, [users], { wallet: 'option', asset: 'USDT', amount: String(usdt) }, now);
  return users;
}

async function openRound({ board }: Running): Promise<OptionRound> {
  const found = board.rounds({ coin: 'BTC', cycle }).find((round) => round.phase === 'waiting' && now < round.lockAt);
  if (found === undefined) throw new Error('no round is open');
  return found;
}

async function stepAt({ scheduler }: Running, at: number, price: number | null = index): Promise<void> {
  now = at;
  index = price;
  await scheduler.step();
}

const enter = ({ calls }: Running, who: bigint, round: string, direction: 'up' | 'down' | 'flat', stake = '100') =>
  calls['POST contractOptionOrder-add']({ round, direction, stake }, contextFor(who));

async function availableOf(owner: bigint): Promise<bigint> {
  const rows = await holdingsOf(database.pool, owner);
  return rows.find(({ wallet }) => wallet === 'option')?.available ?? 0n;
}

async function begin(): Promise<{ running: Running; round: OptionRound }> {
  const running = await exchange();
  index = 600_000;
  await stepAt(running, Math.ceil(now / 60_000) * 60_000 + 1_000);
  return { running, round: await openRound(running) };
}

function hashOf(coin: string, { seq, at, price, previous }: ProvenTick): string {
  return createHash('sha256').update(tickText({ coin, seq, at, price, previous })).digest('hex');
}

describe('a round', () => {
  it('accepts no entry and pays nothing while its coin is stopped, and is settled once afterwards', async () => {
    const { running, round } = await begin();
    const [up, down] = [await user(), await user()];
    await enter(running, up, round.id, 'up');
    await enter(running, down, round.id, 'down', '50');
    gate.halted.add('USDT');
    try {
      await expect(enter(running, await user(), round.id, 'up')).rejects.toMatchObject({
        codeName: 'optionMarketClosed',
      });
      await stepAt(running, round.strikeAt + 4, 600_010);
      await stepAt(running, round.settleAt + 3, 600_011);
      expect([await availableOf(up), await availableOf(down)]).toEqual([900n * unit, 950n * unit]);
    } finally {
      gate.halted.clear();
    }
    for (let step = 0; step < 2; step += 1) await stepAt(running, now + 1_000, 600_011);
    expect(await availableOf(up)).toBe(1_000n * unit + (50n * unit * 97n) / 100n);
    expect(await availableOf(down)).toBe(950n * unit);
  });

  it('pays winners from the losers’ stakes, less the fee, and is proven by its ticks', async () => {
    const { running, round } = await begin();
    const [up, down] = [await user(), await user()];
    await enter(running, up, round.id, 'up');
    await enter(running, down, round.id, 'down', '50');
    await stepAt(running, round.strikeAt - 1_000, 600_000);
    await stepAt(running, round.strikeAt + 4, 600_010);
    expect(running.board.rounds(round).find(({ id }) => id === round.id)?.phase).toBe('in-progress');
    await stepAt(running, round.settleAt - 1_000, 600_200);
    await stepAt(running, round.settleAt + 3, 600_011);
    expect(await availableOf(up)).toBe(1_000n * unit + (50n * unit * 97n) / 100n);
    expect(await availableOf(down)).toBe(950n * unit);
    const { list } = await running.calls['GET contractOption-history'](
      { size: 5, coin: 'BTC', cycle },
      { ...contextFor(up), caller: null },
    );
    const ended = list.find(({ id }) => id === round.id);
    expect(ended).toMatchObject({
      phase: 'settled',
      result: 'up',
      entries: 2,
      pools: { up: '100', down: '50', flat: '0' },
    });
    for (const [proof, dueAt] of [
      [ended?.strike, round.strikeAt],
      [ended?.settlement, round.settleAt],
    ] as const) {
      if (proof === undefined || proof === null || proof.before === null) throw new Error('no proof');
      expect(proof.deciding.at).toBeGreaterThanOrEqual(dueAt);
      expect(proof.before.at).toBeLessThan(dueAt);
      expect(proof.deciding.previous).toBe(proof.before.hash);
      for (const tick of [proof.before, proof.deciding]) expect(hashOf('BTC', tick)).toBe(tick.hash);
    }
    const own = await running.calls['GET contractOptionOrder-history']({ size: 5 }, contextFor(up));
    expect(own.list[0]).toMatchObject({ outcome: 'profit', profit: '48.5', fee: '1.5', stake: '100' });
  });

  it('refunds the stakes when its tick never came', async () => {
    const { running, round } = await begin();
    const [up, down] = [await user(), await user()];
    await enter(running, up, round.id, 'up');
    await enter(running, down, round.id, 'down');
    await stepAt(running, round.strikeAt, null);
    await stepAt(running, round.strikeAt + optionTickToleranceMs + 1, 600_000);
    for (const one of [up, down]) expect(await availableOf(one)).toBe(1_000n * unit);
    const { entry } = await running.calls['GET contractOptionOrder-detail'](
      { id: (await running.calls['GET contractOptionOrder-history']({ size: 1 }, contextFor(up))).list[0]?.id ?? '' },
      contextFor(up),
    );
    expect(entry).toMatchObject({ outcome: 'draw', profit: '0', round: { phase: 'void', result: null } });
  });

  it('continues after a restart, and settles each round once', async () => {
    const { running, round } = await begin();
    const [up, flat] = [await user(), await user()];
    await enter(running, up, round.id, 'up');
    await enter(running, flat, round.id, 'flat');
    await stepAt(running, round.strikeAt);
    const again = await exchange();
    await stepAt(again, round.settleAt);
    await Promise.all([
      again.scheduler.step().catch(() => undefined),
      (await exchange()).scheduler.step().catch(() => undefined),
    ]);
    expect(await availableOf(flat)).toBe(1_097n * unit);
    expect(await availableOf(up)).toBe(900n * unit);
  });

  it('keeps every sum at zero', async () => {
    const { findings } = await checkLedger(database, true, now);
    expect(findings).toEqual([]);
  });
});

describe('an entry', () => {
  it('is refused from the lock on, by the clock of the exchange', async () => {
    const { running, round } = await begin();
    const who = await user();
    now = round.lockAt - 1;
    await enter(running, who, round.id, 'up');
    const late = await user();
    now = round.lockAt;
    await expect(enter(running, late, round.id, 'up')).rejects.toMatchObject({ codeName: 'roundNoLongerOpen' });
    now = round.strikeAt - optionLockMs / 2;
    await expect(enter(running, late, round.id, 'down')).rejects.toMatchObject({ codeName: 'roundNoLongerOpen' });
    expect(await availableOf(late)).toBe(1_000n * unit);
  });

  it('is refused with the specific code', async () => {
    const { running, round } = await begin();
    const who = await user(50n);
    const add = 'POST contractOptionOrder-add';
    const reached: [CallName, string | null][] = [];
    const refusal = async (promise: Promise<unknown>, name: CallName = add) => {
      const code = await promise.then(
        () => null,
        (error: { codeName: string }) => error.codeName,
      );
      // Any call may answer `notFound`.
      if (name !== add || code !== 'notFound') reached.push([name, code]);
      return code;
    };
    const coin = running.calls['GET contractOptionCoin-coin-info'](
      { coin: 'XYZ' },
      { ...contextFor(who), caller: null },
    );
    expect(await refusal(coin, 'GET contractOptionCoin-coin-info')).toBe('notFound');
    const detail = running.calls['GET contractOptionOrder-detail']({ id: '999999' }, contextFor(who));
    expect(await refusal(detail, 'GET contractOptionOrder-detail')).toBe('notFound');
    expect(await refusal(enter(running, who, round.id, 'up', '0.5'))).toBe('quantityOutOfRange');
    expect(await refusal(enter(running, who, round.id, 'up', '1000.01'))).toBe('quantityOutOfRange');
    expect(await refusal(enter(running, who, round.id, 'up', '1.001'))).toBe('enterAmount');
    expect(await refusal(enter(running, who, round.id, 'up', '51'))).toBe('insufficientWalletBalance');
    expect(await refusal(enter(running, who, '999999', 'up', '10'))).toBe('notFound');
    const request = contextFor(who);
    await running.calls[add]({ round: round.id, direction: 'up', stake: '10' }, request);
    const other = running.calls[add]({ round: round.id, direction: 'up', stake: '11' }, request);
    expect(await refusal(other)).toBe('alreadyProcessed');
    expect(await refusal(enter(running, who, round.id, 'down', '10'))).toBe('alreadyJoinedPeriod');
    await database.pool.query('UPDATE option_rounds SET up = up + $2 WHERE id = $1', [round.id, 200_000n * unit]);
    expect(await refusal(enter(running, await user(), round.id, 'up', '10'))).toBe('prizePoolFull');
    await database.pool.query('UPDATE option_rounds SET up = up - $2 WHERE id = $1', [round.id, 200_000n * unit]);
    index = null;
    expect(await refusal(enter(running, await user(), round.id, 'up', '10'))).toBe('optionMarketClosed');
    index = 600_000;
    now = round.lockAt;
    expect(await refusal(enter(running, await user(), round.id, 'up', '10'))).toBe('roundNoLongerOpen');
    expect(unreachedCodes('option', reached)).toEqual([]);
  });

  it('has one effect however often a request is repeated, and one per user among concurrent requests', async () => {
    const { running, round } = await begin();
    const who = await user();
    const request = contextFor(who, 'options-one-key-0001');
    const add = () =>
      running.calls['POST contractOptionOrder-add']({ round: round.id, direction: 'up', stake: '10' }, request);
    const answers = await Promise.all(Array.from({ length: 64 }, add));
    expect(new Set(answers.map(({ entry }) => entry.id)).size).toBe(1);
    const other = await user();
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => enter(running, other, round.id, 'down', '10')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await availableOf(who)).toBe(990n * unit);
    expect(await availableOf(other)).toBe(990n * unit);
  });

  it('of another user is not found', async () => {
    const { running, round } = await begin();
    const { entry } = await enter(running, await user(), round.id, 'up');
    await expect(
      running.calls['GET contractOptionOrder-detail']({ id: entry.id }, contextFor(await user())),
    ).rejects.toMatchObject({ codeName: 'notFound' });
  });
});

describe('the practice bots of practice mode', () => {
  it('enter both directions in a viewed series, once', async () => {
    const running = await exchange(true);
    await stepAt(running, Math.ceil(now / 60_000) * 60_000 + 1_000, 600_000);
    expect((await openRound(running)).entries).toBe(0);
    running.board.look({ coin: 'BTC', cycle }, now);
    await stepAt(running, now + 1_000);
    await stepAt(running, now + 1_000);
    const round = await openRound(running);
    expect(round.entries).toBe(2);
    expect(round.pools.up).toBe(round.pools.down);
    expect((await checkLedger(database, true, now)).findings).toEqual([]);
  });
});

describe('notices of a settled round', () => {
  const content = new URL('../../../../content', import.meta.url).pathname;

  /** Own notices in a language, without the announcements to everybody. */
  async function noticesOf(owner: bigint, language: 'en' | 'yn' = 'en') {
    const { list } = await createNotices(database, () => now).list(owner, { size: 50, language, kind: 'trading' });
    return list
      .filter(({ article }) => article.key.startsWith('notice/option-'))
      .map(({ notice: { title, summary, subject } }) => ({ title, summary, subject }));
  }

  it('are written once to each user who entered, also when a settlement is tried again after a restart', async () => {
    await pushBundled(database, await readContentSet(content), 0);
    const { running, round } = await begin();
    const [up, down] = [await user(), await user()];
    const entered = await enter(running, up, round.id, 'up');
    await enter(running, down, round.id, 'down', '50');
    await stepAt(running, round.strikeAt + 4, 600_010);
    await stepAt(running, round.settleAt + 3, 600_200);
    for (let step = 0; step < 2; step += 1) await stepAt(await exchange(), now + 1_000, 600_200);
    expect(await noticesOf(up)).toEqual([
      {
        title: 'Prediction won',
        summary: 'BTC, Up: 148.5 USDT returned, 48.5 USDT of it profit.',
        subject: { kind: 'round', round: round.id, entry: entered.entry.id },
      },
    ]);
    expect((await noticesOf(down, 'yn')).map(({ summary }) => summary)).toEqual(['BTC, Giảm: mất khoản đặt 50 USDT.']);
  });

  it('say that a stake without an opponent was refunded, and none go to the practice bots', async () => {
    const { running, round } = await begin();
    const alone = await user();
    await enter(running, alone, round.id, 'up');
    await stepAt(running, round.strikeAt + 4, 600_010);
    await stepAt(running, round.settleAt + 3, 600_200);
    expect((await noticesOf(alone)).map(({ title }) => title)).toEqual(['Stake refunded']);
    const { rows } = await database.pool.query('SELECT FROM notices WHERE owner < 100000');
    expect(rows).toEqual([]);
  });
});
