import { type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OptionDirection, OptionRound } from '#protocol/options/entities.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { pairs } from '#server/markets/pairs.ts';
import { RoundScheduler } from '#server/markets/options/round-scheduler.ts';
import { createPracticeBots } from '#server/markets/options/practice-bots.ts';
import { createOptionHandlers } from '#server/markets/options/calls.ts';
import { optionCoins, seriesOf } from '#server/markets/options/rules.ts';
import { RoundBoard } from '#server/markets/options/round-board.ts';
import { TickChain } from '#server/markets/options/tick-chain.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { replay } from '../../tools/replay-options.ts';
import { askedPage, serveAnswers } from './answering-server.ts';

/** A published log of many rounds, read back over HTTP by the script that anybody may run. */

const roundsWanted = 10_000;
const coins = optionCoins(pairs);
const series = seriesOf(coins);
const ledger = createLedger();
const user = 100_001n;
const token = 'own';
const stepMs = 30_000;
const ways: readonly OptionDirection[] = ['up', 'down', 'flat'];

let database: TestDatabase;
let server: Server | null = null;
let address: string;
let now = Date.UTC(2026, 10, 20, 0, 0, 0);
let hasIndex = true;
const prices = new Map(coins.map(({ pair }, at) => [pair.id, 600_000 + at]));
/** What the tests change of the answers. */
let tamper: (round: OptionRound) => unknown = (round) => round;

/** The same numbers in each run. */
let state = 20_261_120;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

beforeAll(async () => {
  database = await testDatabase();
  const board = new RoundBoard();
  const clock = () => now;
  const deps = { database, ledger, clock, coins, board, logger: pino({ level: 'silent' }), gate: gateForTest() };
  const indexOf = (pair: string) => (hasIndex ? { ticks: prices.get(pair) ?? 0 } : null);
  const bots = createPracticeBots(ledger, clock, random);
  const scheduler = new RoundScheduler({ ...deps, chain: new TickChain(), indexOf, bots });
  const calls = createOptionHandlers({ ...deps, scheduler });
  await givePractice(database, [user], { wallet: 'option', asset: 'USDT', amount: '1000000' }, now);
  await run(scheduler, board, calls);
  await serve(calls);
}, 120_000);

afterAll(async () => {
  server?.close();
  await database.close();
});

type Calls = ReturnType<typeof createOptionHandlers>;

/** Moves the clock from strike to strike until enough rounds were made; now and then a tick is missing. */
async function run(scheduler: RoundScheduler, board: RoundBoard, calls: Calls): Promise<void> {
  const perStep = series.reduce((sum, { cycle }) => sum + stepMs / 1_000 / cycle, 0);
  const steps = Math.ceil(roundsWanted / perStep) + 20;
  for (let step = 0; step < steps; step += 1) {
    now += stepMs;
    hasIndex = step % 50 !== 49;
    for (const [pair, ticks] of prices) prices.set(pair, ticks + Math.floor(random() * 5) - 2);
    const viewed = series[Math.floor(random() * series.length)];
    if (viewed !== undefined && step % 8 === 0) board.look(viewed, now);
    await scheduler.step();
    if (step % 10 === 5) await enter(calls, board, step);
  }
}

async function enter(calls: Calls, board: RoundBoard, step: number): Promise<void> {
  for (const one of series) {
    const open = board.rounds(one).find(({ opensAt, lockAt }) => opensAt <= now && now < lockAt);
    if (open === undefined || random() < 0.5) continue;
    const direction = ways[Math.floor(random() * ways.length)] ?? 'up';
    const stake = (1 + Math.floor(random() * 10_000) / 100).toFixed(2).replace(/\.?0+$/, '');
    const context = contextFor(user, `replay-${step}-${one.coin}-${one.cycle}`.padStart(24, '0'));
    const entered = calls['POST contractOptionOrder-add']({ round: open.id, direction, stake }, context);
    // A long round is met again: one entry per round and user.
    await entered.catch((error: { readonly codeName?: string }) => expect(error.codeName).toBe('alreadyJoinedPeriod'));
  }
}

async function serve(calls: Calls): Promise<void> {
  const answer = async (url: URL) => {
    const page = askedPage(url);
    if (url.pathname === '/api/contractOptionCoin-coin-list')
      return calls['GET contractOptionCoin-coin-list']({}, { ...contextFor(user, ''), caller: null });
    if (url.pathname === '/api/contractOptionConfig')
      return calls['GET contractOptionConfig']({}, { ...contextFor(user, ''), caller: null });
    if (url.pathname === '/api/contractOptionOrder-history')
      return calls['GET contractOptionOrder-history'](page, contextFor(user, ''));
    const { list, next } = await calls['GET contractOption-history'](page, { ...contextFor(user, ''), caller: null });
    return { list: list.map(tamper), next };
  };
  ({ server, address } = await serveAnswers(answer));
}

it(`recomputes ${roundsWanted} rounds and own entries from what is published, all equal`, async () => {
  const { rounds, drawn, results, entries, differences } = await replay(address, token);
  expect(differences).toEqual([]);
  expect(rounds).toBeGreaterThanOrEqual(roundsWanted);
  expect(drawn).toBe(0);
  for (const each of ['up', 'down', 'flat', 'void']) expect(results[each]).toBeGreaterThan(100);
  expect(entries).toBeGreaterThan(500);
  expect((await checkLedger(database, true, now)).findings).toEqual([]);
});

it.each<[string, (round: OptionRound) => unknown]>([
  ['a result', (round) => ({ ...round, result: round.result === 'up' ? 'down' : 'up' })],
  ['a void round that had its ticks', (round) => ({ ...round, phase: 'void', result: null })],
  ['a price', (round) => withDeciding(round, { price: '1' })],
  ['a later tick', (round) => withDeciding(round, { at: round.settleAt + 5_001 })],
  ['a tick of another chain', (round) => withDeciding(round, { previous: 'f'.repeat(64) })],
  ['a number', (round) => ({ ...round, period: `${round.period}1` })],
  ['a lock', (round) => ({ ...round, lockAt: round.strikeAt })],
  ['a pool', (round) => ({ ...round, pools: { ...round.pools, up: '200001' } })],
])('finds %s that was changed', async (_, change) => {
  let changed: string | null = null;
  tamper = (round) => {
    if (changed === null && round.phase === 'settled') changed = round.id;
    return round.id === changed ? change(round) : round;
  };
  try {
    const { differences } = await replay(address, null);
    expect(differences.length).toBeGreaterThan(0);
    for (const difference of differences) expect(difference).toMatch(`round ${changed} `);
  } finally {
    tamper = (round) => round;
  }
});

function withDeciding(round: OptionRound, change: object): unknown {
  const { settlement } = round;
  if (settlement === null) throw new Error('a settled round has its ticks');
  return { ...round, settlement: { ...settlement, deciding: { ...settlement.deciding, ...change } } };
}
