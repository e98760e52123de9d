import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import type { BystanderCount, BystanderStart, BystanderStretch } from './bystander-server.ts';
import { quantile } from '../../tools/statistics/quantiles.ts';
import { overRounds, type Row } from './row.ts';

export const name = 'bystander';

/** Rounds, and seconds of each of their two stretches: `ROUNDS` and `SECONDS`. */
const rounds = Number(process.env['ROUNDS'] ?? 5);
const stretchMs = Number(process.env['SECONDS'] ?? 4) * 1_000;
/** PostgreSQL looks for a deadlock after a second: whoever waits for one to be found waits longer than this. */
const p99MostMs = 500;
/** Counters of a session are published when it is idle, at the latest after a second. */
const statisticsMs = 1_500;

/**
 * How long the postings of somebody take who has nothing to do with anybody, beside users who all do what used to wait in a
 * circle (orders, cancels, conversions, transfers, withdrawals, contracts) over the same few balances, and alone.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-'));
  const postgres = await startEmbeddedPostgres(root);
  const child = fork(path.join(import.meta.dirname, 'bystander-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the measured process ended')));
  ended.catch(() => undefined);
  const heard = async <Answer>(): Promise<Answer> =>
    ((await Promise.race([once(child, 'message'), ended])) as [Answer])[0];
  const stretch = (isAlone: boolean): Promise<BystanderCount> => {
    const answer = heard<BystanderCount>();
    child.send({ milliseconds: stretchMs, isAlone } satisfies BystanderStretch);
    return answer;
  };
  const admin = new Client(postgres.connection);
  try {
    await admin.connect();
    await admin.query('CREATE DATABASE bench_bystander');
    const connection = { ...postgres.connection, database: 'bench_bystander' };
    child.send({ connection, seed: 1 } satisfies BystanderStart);
    await heard<string>();
    await stretch(false);
    const alone: BystanderCount[] = [];
    const beside: BystanderCount[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await stretch(true));
      beside.push(await stretch(false));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, statisticsMs);
    });
    const { rows } = await admin.query<{ sum: string }>('SELECT sum(deadlocks) FROM pg_stat_database');
    const latency = (counts: readonly BystanderCount[], share: number) =>
      overRounds(counts.map(({ latenciesMs }) => quantile(latenciesMs, share)));
    const worst = Math.max(...beside.flatMap(({ latenciesMs }) => latenciesMs));
    const othersPerSecond = beside.map(({ others }) => others / (stretchMs / 1_000));
    return [
      { what: 'p50 of a bystander, alone', ...latency(alone, 0.5), unit: 'ms' },
      { what: 'p99 of a bystander, alone', ...latency(alone, 0.99), unit: 'ms' },
      { what: 'p50 beside users who post all they can', ...latency(beside, 0.5), unit: 'ms' },
      { what: 'p99 beside them', ...latency(beside, 0.99), unit: 'ms', most: p99MostMs },
      { what: 'the longest beside them', value: worst, unit: 'ms' },
      { what: 'what they do meanwhile', ...overRounds(othersPerSecond, 'less'), unit: 'per second' },
      { what: 'deadlocks', value: Number(rows[0]?.sum), unit: 'deadlocks', most: 0 },
    ];
  } finally {
    child.kill('SIGKILL');
    await admin.end().catch(() => undefined);
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}
