import { createHash } from 'node:crypto';
import { type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OptionRound, ProvenTick } from '#protocol/options/entities.ts';
import { tickText } from '#protocol/options/maths/option-ticks.ts';
import { Entropy } from '#server/practice/entropy/entropy.ts';
import { seededBytes } from '#server/practice/entropy/testing.ts';
import { pathLevels, simulatedWalks } from '#server/practice/drawn-prices.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { pairs } from '#server/markets/pairs.ts';
import { RoundScheduler } from '#server/markets/options/round-scheduler.ts';
import { createOptionHandlers } from '#server/markets/options/calls.ts';
import { optionCoins } from '#server/markets/options/rules.ts';
import { RoundBoard } from '#server/markets/options/round-board.ts';
import { TickChain } from '#server/markets/options/tick-chain.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { replay } from '../../tools/replay-options.ts';
import { askedPage, serveAnswers } from './answering-server.ts';

/** Rounds on simulated prices over two chains of secrets and a restart, read back by the script that anybody may run. */

const coins = optionCoins(pairs).slice(0, 2);
const listed = coins.map(({ pair }) => pair);
const bytes = seededBytes('replayed');
const stepMs = 5_000;
/** Before the first draw rounds were opened on prices of which nothing was committed to. */
const drawnFrom = Date.UTC(2026, 10, 20, 0, 10, 0);
const restartAt = Date.UTC(2026, 10, 20, 0, 40, 0);
const until = Date.UTC(2026, 10, 20, 1, 30, 0);

let database: TestDatabase;
let server: Server | null = null;
let address: string;
let now = Date.UTC(2026, 10, 20, 0, 0, 0, 3);
/** Every answer that anybody was given while rounds were on, and when. */
const heard: { readonly at: number; readonly text: string }[] = [];
let tamper: (round: OptionRound) => unknown = (round) => round;
let calls: ReturnType<typeof createOptionHandlers>;

async function open(isDrawn: boolean) {
  const board = new RoundBoard();
  const ledger = createLedger();
  const clock = () => now;
  const chain = new TickChain();
  await chain.load(database);
  const walks = simulatedWalks(listed);
  const entropy = new Entropy({ database, clock, randomBytes: bytes, walks, seed: 1, pathLevel: pathLevels(listed) });
  if (isDrawn) await entropy.open();
  const source = createSimulatedSource(listed, 1, isDrawn ? entropy : null);
  const deps = { database, ledger, clock, coins, board, logger: pino({ level: 'silent' }), gate: gateForTest() };
  const indexOf = (pair: string) => source.indexPrice(pair, now);
  const draws = isDrawn ? entropy : null;
  const scheduler = new RoundScheduler({ ...deps, chain, indexOf, bots: null, draws });
  calls = createOptionHandlers({ ...deps, scheduler });
  return { scheduler, entropy };
}

const visitor = { ...contextFor(1n, ''), caller: null };

beforeAll(async () => {
  database = await testDatabase();
  let { scheduler, entropy } = await open(false);
  let starts = 0;
  for (; now < until; now += stepMs) {
    if ((starts === 0 && now >= drawnFrom) || (starts === 1 && now >= restartAt)) {
      starts += 1;
      ({ scheduler, entropy } = await open(true));
    }
    if (starts > 0) await entropy.step();
    await scheduler.step();
    heard.push({ at: now, text: JSON.stringify(await calls['GET option/seconds/list']({}, visitor)) });
  }
  await serve();
}, 180_000);

afterEach(() => {
  tamper = (round) => round;
});

afterAll(async () => {
  server?.close();
  await database.close();
});

async function serve(): Promise<void> {
  const answer = async (url: URL): Promise<unknown> => {
    const page = askedPage(url);
    if (url.pathname === '/api/contractOptionCoin-coin-list')
      return calls['GET contractOptionCoin-coin-list']({}, visitor);
    if (url.pathname === '/api/contractOptionConfig') return calls['GET contractOptionConfig']({}, visitor);
    const { list, next } = await calls['GET contractOption-history'](page, visitor);
    return { list: list.map(tamper), next };
  };
  ({ server, address } = await serveAnswers(answer));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A tick as a liar would publish it: its hash fits what it says. */
function rehashed(coin: string, tick: ProvenTick, change: Partial<ProvenTick>): ProvenTick {
  const lie = { ...tick, ...change };
  return { ...lie, hash: sha256(tickText({ coin, ...lie })) };
}

describe('rounds on simulated prices', () => {
  it('follow from secrets that were committed to before they opened, before and after a restart', async () => {
    const { rounds, drawn, results, differences } = await replay(address, null);
    expect(differences).toEqual([]);
    expect(drawn).toBeGreaterThan(400);
    expect(rounds - drawn).toBeGreaterThan(20);
    expect(Math.min(results['up'] ?? 0, results['down'] ?? 0)).toBeGreaterThan(100);
    expect(results['void'] ?? 0).toBeLessThan(20);
  });

  it('show no secret before its second has come', async () => {
    const { rows } = await database.pool.query<{ secrets: { second: number; secret: string }[]; coin: string }>(
      'SELECT secrets, coin FROM option_rounds WHERE secrets IS NOT NULL',
    );
    const secrets = rows.flatMap((row) => row.secrets);
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBeGreaterThan(100);
    const firstHeardAt = new Map<string, number>();
    for (const { at, text } of heard) {
      for (const [hash] of text.matchAll(/\b[0-9a-f]{64}\b/g)) {
        firstHeardAt.set(hash, Math.min(at, firstHeardAt.get(hash) ?? Infinity));
      }
    }
    const early = secrets.filter(({ second, secret }) => (firstHeardAt.get(secret) ?? Infinity) < second * 1_000);
    expect(early).toEqual([]);
    expect(secrets.some(({ secret }) => firstHeardAt.has(secret))).toBe(true);
    const { rows: seeds } = await database.pool.query<{ seed: Buffer; from_second: string }>(
      'SELECT * FROM entropy_chains ORDER BY from_second',
    );
    expect(seeds.length).toBeGreaterThan(1);
    const last = seeds.at(-1);
    expect(heard.some(({ text }) => text.includes(last?.seed.toString('hex') ?? '-'))).toBe(false);
  });

  it.each<[string, (round: OptionRound) => unknown]>([
    ['a secret', (round) => withDraw(round, { secrets: revealed(round, { secret: 'a'.repeat(64) }) })],
    ['a secret of another second', (round) => withDraw(round, { secrets: revealed(round, { second: 1 }) })],
    ['secrets that were kept', (round) => withDraw(round, { secrets: null })],
    ['a commitment that was made later', (round) => withOpening(round, { commitment: 'b'.repeat(64) })],
    ['how the coin walks', (round) => withDraw(round, { walk: { ...walkOf(round), own: walkOf(round).own + 1e6 } })],
    ['an opening after the lock', (round) => withDraw(round, { opening: reopened(round, { at: round.lockAt }) })],
    ['a draw that is gone', (round) => ({ ...round, draw: null })],
    ['a price that was not drawn', withPrice],
  ])('finds %s that was changed, although every hash fits', async (_, change) => {
    let changed: string | null = null;
    tamper = (round) => {
      if (changed === null && round.phase === 'settled' && round.draw !== null) changed = round.id;
      return round.id === changed ? change(round) : round;
    };
    const { differences } = await replay(address, null);
    expect(differences.filter((difference) => difference.startsWith(`round ${changed} `)).length).toBeGreaterThan(0);
  });
});

function drawOf({ draw }: OptionRound) {
  if (draw === null) throw new Error('a round on simulated prices has its draw');
  return draw;
}
const walkOf = (round: OptionRound) => drawOf(round).walk;
const withDraw = (round: OptionRound, change: object) => ({ ...round, draw: { ...drawOf(round), ...change } });
const revealed = (round: OptionRound, change: object) => drawOf(round).secrets?.map((one) => ({ ...one, ...change }));
const reopened = (round: OptionRound, change: Partial<ProvenTick>) =>
  rehashed(round.coin, drawOf(round).opening, change);

function withOpening(round: OptionRound, change: object): unknown {
  const { entropy } = drawOf(round).opening;
  if (entropy === undefined) throw new Error('an opening without commitments');
  return withDraw(round, { opening: reopened(round, { entropy: { ...entropy, ...change } }) });
}

function withPrice(round: OptionRound): unknown {
  const { settlement } = round;
  if (settlement === null) throw new Error('a settled round has its ticks');
  const price = (Number(settlement.deciding.price) + (round.result === 'up' ? 1 : -1)).toString();
  return { ...round, settlement: { ...settlement, deciding: rehashed(round.coin, settlement.deciding, { price }) } };
}
