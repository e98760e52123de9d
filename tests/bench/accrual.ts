import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { dayMs } from '#protocol/core/durations.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { accrueDays } from '#server/earn/fixed-terms/due.ts';
import { overRounds, type Row } from './row.ts';
import { median, quantile } from '../../tools/statistics/quantiles.ts';
import { load } from './spot/spot-load.ts';
import { createDatabase, startServer } from './spot/start-spot-server.ts';

export const name = 'accrual';

/** Rounds, and seconds of each stretch of orders: `ROUNDS` and `SECONDS`. */
const rounds = Number(process.env['ROUNDS'] ?? 5);
const stretchMs = Number(process.env['SECONDS'] ?? 5) * 1_000;
const users = 64;

/**
 * What the daily accrual of `HOLDINGS` fixed terms costs (a million by default, all due at the same moment): rows a second
 * of a pass that does not rest, of the one that the exchange runs, and the latency of spot orders beside it and without
 * it. Both stretches of a round follow each other, in turns; the latencies are medians of the rounds.
 */
export async function run(): Promise<Row[]> {
  const holdings = Number(process.env['HOLDINGS'] ?? 1_000_000);
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-accrual-'));
  const postgres = await startEmbeddedPostgres(root, { max_connections: '100' });
  const children: ChildProcess[] = [];
  const connection = { ...postgres.connection, database: 'bench_accrual' };
  const pool = new Pool({ ...connection, max: 2 });
  try {
    await createDatabase(postgres.connection, 'bench_accrual');
    const { ready } = await startServer(children, { writer: 'group', connection, userIds: users });
    await fill(pool, holdings);
    await load(ready, stretchMs, 1, users);
    const orders = async (seed: number) => quantile((await load(ready, stretchMs, seed, users)).latenciesMs, 0.99);
    const alone: number[] = [];
    const beside: number[] = [];
    const rates: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (round % 2 === 1) alone.push(await orders(2 * round));
      const accruing = accrueFor(pool, round);
      beside.push(await orders(2 * round + 1));
      rates.push(await accruing.end());
      if (round % 2 === 0) alone.push(await orders(2 * round));
    }
    const whole = await wholePass(pool, rounds + 1);
    return [
      { what: 'holdings that are due at once', value: holdings, unit: 'rows' },
      { what: 'a pass over all of them without rest', value: whole.rows / whole.seconds, unit: 'rows a second' },
      { what: 'the pass of the exchange beside orders', ...overRounds(rates, 'less'), unit: 'rows a second' },
      { what: 'p99 of spot orders without it', ...overRounds(alone), unit: 'ms' },
      { what: 'p99 of spot orders beside it', ...overRounds(beside), unit: 'ms' },
      { what: 'the same, of that without', value: median(beside) / median(alone), unit: 'ratio', most: 1.2 },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await pool.end();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** Terms of a year of so many users, all bought at the same moment. */
async function fill(pool: Pool, holdings: number): Promise<void> {
  await pool.query(
    `INSERT INTO fixed_holdings (owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal, promised,
                                 state, renews, opened_at, ends_at, next_at)
     SELECT 1000000 + nth, 1, 'USDT', 'yearly', 365, $2, 40000, 20000, 10000000000, 400000000,
            'not-earned', false, 0, 365 * $2::bigint, $2
       FROM generate_series(1, $1::bigint) AS nth`,
    [holdings, dayMs],
  );
  await pool.query('VACUUM (ANALYZE) fixed_holdings');
}

/** Accrues what is due of a day until it is ended; answers the rows a second. */
function accrueFor(pool: Pool, day: number): { end(): Promise<number> } {
  let isClosed = false;
  const began = performance.now();
  const running = accrueDays(pool, day * dayMs, { isClosed: () => isClosed });
  return {
    async end() {
      isClosed = true;
      return (await running) / ((performance.now() - began) / 1_000);
    },
  };
}

async function wholePass(pool: Pool, day: number): Promise<{ rows: number; seconds: number }> {
  const began = performance.now();
  const rows = await accrueDays(pool, day * dayMs, { rest: async () => undefined });
  return { rows, seconds: (performance.now() - began) / 1_000 };
}
