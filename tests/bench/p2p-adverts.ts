import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { CheckedInput } from '#protocol/calls.ts';
import { systemClock as clock } from '#server/core/clock/clock.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { type AdvertRow, type StoredAdvert, toAdvertRow } from '#server/p2p/adverts/advert-row.ts';
import { AdvertBoard } from '#server/p2p/adverts/board.ts';
import { outflowWith } from '#server/core/outflow/outflow.ts';
import type { AdvertsDeps } from '#server/p2p/adverts/deps.ts';
import { openAdverts } from '#server/p2p/adverts/open.ts';
import { takeFromAdvert } from '#server/p2p/adverts/store.ts';
import { tradeList } from '#server/p2p/adverts/calls.ts';
import { verifyForP2p } from '../calls/p2p-standing.ts';
import { overRounds, type Row } from './row.ts';
import { quantile } from '../../tools/statistics/quantiles.ts';

export const name = 'p2p-adverts';

const advertCount = 10_000;
const merchantCount = 1_000;
const rounds = Number(process.env['ROUNDS'] ?? 5);
const readsEach = 1_000;
const scansEach = 100;
/** Readers at once. */
const readerCount = 4;
/** An order changes an advert, and the index moves, after this many reads: the order of prices has to be made again. */
const readsPerOrder = 10;
const readsPerIndex = 50;
const p99MostMs = 50;
const firstMerchant = 200_000;
const reader = { userId: 100_000n, sessionId: 1n, verified: true, merchant: false, countries: [] };
const headers = { authorization: `Bearer ${'a'.repeat(43)}` };

/** What readers look for: mostly the first page, then the next one, and what narrows it. */
const asked = [
  '',
  '',
  '',
  '&amount=700',
  '&method=wechat',
  '&amount=3000&method=bank',
  '&qualified=true',
  '&online=true',
];

type Read = (more: string) => Promise<string>;

/** Reads in a row: how long each took, and the processor time of one, with what happens meanwhile. */
interface Stretch {
  readonly times: readonly number[];
  readonly cpuMs: number;
}

/**
 * How long the list of adverts takes with all of them on one side of one market, while orders change them and the index
 * moves, through the edge and on a real PostgreSQL; beside reading all adverts from the store for every list.
 */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-bench-adverts-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = openDatabase({ ...postgres.connection });
  try {
    await migrateDatabase(database.pool);
    await fill(database);
    return await measure(database);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Merchants with figures of a month and twenty adverts at most each, half of them at a floating price. */
async function fill(database: Database): Promise<void> {
  const { pool } = database;
  const now = clock();
  const merchants = `generate_series(${firstMerchant}, ${firstMerchant + merchantCount - 1}) AS n`;
  await pool.query(
    `INSERT INTO users (id, email, invitation_code, language, nickname, nickname_key, merchant, verification, created_at)
     SELECT n, n || '@example.com', 'code ' || n, 'en', 'Trader ' || n, 'trader ' || n, true, 'verified', 0 FROM ${merchants}`,
  );
  // Nobody is listed without an account to be paid into.
  await pool.query(
    `INSERT INTO collection_methods (owner, method, sealed, created_at) SELECT n, 'bank', '', 0 FROM ${merchants}`,
  );
  await pool.query(
    `INSERT INTO users (id, email, invitation_code, language, created_at) VALUES (${reader.userId}, 'r@example.com', 'r', 'en', 0)`,
  );
  await pool.query(
    `INSERT INTO sessions (user_id, token_hash, device, created_at, used_at)
     SELECT n, 'hash ' || n, '', 0, CASE WHEN n % 3 = 0 THEN $1::bigint ELSE 0 END FROM ${merchants}`,
    [now],
  );
  await pool.query(
    `INSERT INTO merchants (owner, state, units, request, updated_at) SELECT n, 'paid', 50000000000, 0, 0 FROM ${merchants}`,
  );
  await pool.query(
    `INSERT INTO fiat_days (owner, day, finished, failed, release_ms, releases, pay_ms, payments)
     SELECT n, $1::int - day, n % 7, n % 2, 60000, 1, 90000, 1 FROM ${merchants}, generate_series(0, 29) AS day`,
    [Math.floor(now / 86_400_000)],
  );
  await pool.query(
    `INSERT INTO adverts (owner, side, asset, currency, price, ppm, bound, units, remaining, min, max, methods, method_ids,
                          payment_minutes, terms, verified_days, finished_orders, state, created_at, updated_at)
     SELECT ${firstMerchant} + n % ${merchantCount}, 'sell', 'USDT', 'CNY',
            CASE WHEN n % 2 = 0 THEN 650 + n * 7919 % 140 END, CASE WHEN n % 2 = 1 THEN 950000 + n * 7919 % 100000 END,
            NULL, 500000000000, 500000000000, 1000 * (1 + n % 50), 100000 * (1 + n % 50),
            CASE n % 3 WHEN 0 THEN '{bank}' WHEN 1 THEN '{alipay,bank}' ELSE '{wechat,alipay}' END::text[], '{}',
            15, 'From an account of your own name.', CASE WHEN n % 5 = 0 THEN 30 ELSE 0 END, n % 4 * 5, 'listed', 0, 0
       FROM generate_series(1, ${advertCount}) AS n`,
  );
  await verifyForP2p({ database, forgetSessions: () => undefined }, String(reader.userId));
  await pool.query('VACUUM ANALYZE');
}

async function measure(database: Database): Promise<Row[]> {
  let rate = 7_120;
  const deps: AdvertsDeps = {
    database,
    clock,
    ledger: createLedger(),
    logger: pino({ level: 'silent' }),
    gate: gateForTest(),
    secrets: null,
    outflow: outflowWith([]),
    prices: { indexPrice: () => '1', rate: () => (rate / 1_000).toFixed(3) },
  };
  const opened = await openAdverts(deps);
  const { board, merchants } = opened;
  const adverts = board.sorted({ asset: 'USDT', currency: 'CNY', side: 'sell' }, 712n).map(({ row }) => row);
  if (adverts.length !== advertCount) throw new Error(`there are ${adverts.length} adverts`);
  const scan = async (input: CheckedInput<'GET tradeList'>) =>
    tradeList(deps, { board: await boardOfAll(database), merchants }, reader.userId, input);
  const ours = readerOf(opened.calls['GET tradeList']);
  const naive = readerOf(scan);
  await agree(ours, naive);

  let reads = 0;
  /** Reads, and meanwhile what happens on a market. */
  const read = async (by: Read, count: number): Promise<Stretch> => {
    const times: number[] = [];
    const before = process.cpuUsage();
    let left = count;
    const one = async () => {
      while (left > 0) {
        left -= 1;
        reads += 1;
        if (reads % readsPerOrder === 0) await order(database, board, adverts[(reads * 7_919) % advertCount]);
        if (reads % readsPerIndex === 0) rate = 7_000 + ((reads * 31) % 240);
        const from = performance.now();
        await by(asked[reads % asked.length] ?? '');
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: readerCount }, one));
    const { user, system } = process.cpuUsage(before);
    return { times, cpuMs: (user + system) / 1_000 / count };
  };
  await read(ours, readsEach);
  const [fast, slow]: [Stretch[], Stretch[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    fast.push(await read(ours, readsEach));
    slow.push(await read(naive, scansEach));
  }
  await agree(ours, naive);
  const of = (all: readonly Stretch[], share: number) => overRounds(all.map(({ times }) => quantile(times, share)));
  const cpuOf = (all: readonly Stretch[]) => overRounds(all.map(({ cpuMs }) => cpuMs));
  const what = `the list of ${advertCount} adverts, ${readerCount} readers`;
  return [
    { what: `${what}: p50`, ...of(fast, 0.5), unit: 'ms' },
    { what: `${what}: p99`, ...of(fast, 0.99), unit: 'ms', most: p99MostMs },
    { what: 'processor time of each, without PostgreSQL', ...cpuOf(fast), unit: 'ms' },
    { what: 'the same by reading all adverts for each: p50', ...of(slow, 0.5), unit: 'ms' },
    { what: 'the same by reading all adverts for each: p99', ...of(slow, 0.99), unit: 'ms' },
    { what: 'the same by reading all adverts for each: processor time', ...cpuOf(slow), unit: 'ms' },
    { what: 'of that, at p99', value: of(fast, 0.99).value / of(slow, 0.99).value, unit: 'ratio', most: 1 },
  ];
}

/** The plain way: all listed adverts of the store, sorted in memory for one list. */
async function boardOfAll({ pool }: Database): Promise<AdvertBoard> {
  const board = new AdvertBoard();
  const { rows } = await pool.query<StoredAdvert>(
    `SELECT * FROM adverts WHERE state = 'listed' AND asset = 'USDT' AND currency = 'CNY' AND side = 'sell'`,
  );
  for (const row of rows) board.put(toAdvertRow(row));
  return board;
}

/** Reads by a handler through the edge, as a user would. @throws Error when it is refused */
function readerOf(handler: Awaited<ReturnType<typeof openAdverts>>['calls']['GET tradeList']): Read {
  const app = edgeForTest({
    handlers: handlersForTest({ 'GET tradeList': handler }),
    sessions: { lookUp: () => Promise.resolve(reader) },
    strict: false,
    clock,
  });
  return async (more) => {
    const url = `/api/tradeList?side=buy&asset=USDT&currency=CNY&size=20${more}`;
    const { statusCode, body } = await app.inject({ url, headers });
    if (statusCode !== 200 || !body.includes('"list":[{'))
      throw new Error(`${url}: ${statusCode} ${body.slice(0, 200)}`);
    return body;
  };
}

/** What is compared has to give the same answers. */
async function agree(ours: Read, naive: Read): Promise<void> {
  for (const more of asked) {
    const dataOf = async (read: Read) => JSON.stringify((JSON.parse(await read(more)) as { data: unknown }).data);
    if ((await dataOf(ours)) !== (await dataOf(naive))) throw new Error(`the lists differ at ${more}`);
  }
}

/** An order takes a coin of an advert, as those of fiat orders do. */
async function order(database: Database, board: AdvertBoard, advert: AdvertRow | undefined): Promise<void> {
  if (advert === undefined) return;
  board.put(await database.transaction((tx) => takeFromAdvert(tx, advert.id, 100_000_000n, clock())));
}
