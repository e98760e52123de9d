import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../../src/server/store/embedded/embedded-postgres.ts';
import { findPgbench, initialisePgbench, pgbenchRate } from './pgbench.ts';
import type { Row } from './row.ts';
import { load, type LoadCount, type SpotServerOrder, type SpotServerReady } from './spot-load.ts';

export const name = 'spot-orders';

const connections = 64;
const warmUpMs = 3_000;
const roundMs = 3_000;
const rounds = 5;
/** How many times one transaction an order, and PostgreSQL's own small writes, the exchange must do. */
const naiveRatioLeast = 12;
const pgbenchRatioLeast = 1.5;
const p99MostMs = 40;

/**
 * Spot orders accepted over HTTP with orders, trades and ledger rows committed to a PostgreSQL with fsync: the exchange's
 * group commit against one transaction per order behind the same edge, and against `pgbench -N` where the machine has it.
 * All take turns on databases of one cluster, so that a busy machine is unfair to none; figures are medians of the rounds.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-'));
  // Both servers keep their pools beside the 64 connections of pgbench.
  const postgres = await startEmbeddedPostgres(root, { max_connections: '200' });
  const children: ChildProcess[] = [];
  try {
    const connectionOf = (name: string) => ({ ...postgres.connection, database: `bench_${name}` });
    const servers = new Map<SpotServerOrder['writer'], SpotServerReady>();
    for (const writer of ['group', 'naive'] as const) {
      await createDatabase(postgres.connection, `bench_${writer}`);
      servers.set(
        writer,
        await startServer(children, { writer, connection: connectionOf(writer), people: connections }),
      );
    }
    const pgbench = findPgbench();
    if (pgbench !== null) {
      await createDatabase(postgres.connection, 'bench_pgbench');
      initialisePgbench(pgbench, connectionOf('pgbench'));
    }
    const counts = new Map<string, LoadCount[]>([...servers.keys()].map((writer) => [writer, []]));
    const transactions: number[] = [];
    for (const ready of servers.values()) await load(ready, warmUpMs, 99);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [writer, ready] of servers) counts.get(writer)?.push(await load(ready, roundMs, round));
      if (pgbench !== null) {
        transactions.push(pgbenchRate(pgbench, connectionOf('pgbench'), connections, roundMs / 1_000));
      }
    }
    return [
      ...rowsOf(counts.get('group') ?? [], counts.get('naive') ?? [], transactions),
      { what: 'deadlocks on the way', value: await deadlocks(postgres.connection), unit: 'deadlocks', most: 0 },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function createDatabase(connection: ClientConfig, name: string): Promise<void> {
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
}

/** A side that runs into deadlocks waits for their detection: the comparison would not be fair. */
async function deadlocks(connection: ClientConfig): Promise<number> {
  const admin = new Client(connection);
  await admin.connect();
  const { rows } = await admin.query<{ sum: string }>('SELECT sum(deadlocks) FROM pg_stat_database');
  await admin.end();
  return Number(rows[0]?.sum);
}

async function startServer(children: ChildProcess[], order: SpotServerOrder): Promise<SpotServerReady> {
  const child = fork(path.join(import.meta.dirname, 'spot-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  children.push(child);
  child.send(order);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${order.writer} server ended`)));
  ended.catch(() => undefined);
  const [ready] = await Promise.race([once(child, 'message'), ended]);
  return ready as SpotServerReady;
}

function rowsOf(group: readonly LoadCount[], naive: readonly LoadCount[], transactions: readonly number[]): Row[] {
  const rates = (counts: readonly LoadCount[]) => counts.map((one) => one.accepted / one.seconds);
  const refused = [...group, ...naive].reduce((sum, one) => sum + one.refused, 0);
  const latency = (counts: readonly LoadCount[], share: number) =>
    median(
      counts.map((one) =>
        quantile(
          one.latenciesMs.toSorted((a, b) => a - b),
          share,
        ),
      ),
    );
  // Pair by pair, so that a machine whose speed changes between rounds does not decide.
  const beside = (others: readonly number[]) => median(rates(group).map((rate, nth) => rate / (others[nth] ?? NaN)));
  const peer: Row[] =
    transactions.length === 0
      ? []
      : [
          { what: 'pgbench -N', value: median(transactions), unit: 'transactions per second' },
          {
            what: 'group commit beside pgbench -N',
            value: beside(transactions),
            unit: 'ratio',
            least: pgbenchRatioLeast,
          },
        ];
  return [
    { what: 'orders accepted, group commit', value: median(rates(group)), unit: 'per second' },
    { what: 'p50', value: latency(group, 0.5), unit: 'ms' },
    { what: 'p99', value: latency(group, 0.99), unit: 'ms', most: p99MostMs },
    { what: 'orders accepted, one transaction each', value: median(rates(naive)), unit: 'per second' },
    { what: 'p50, one transaction each', value: latency(naive, 0.5), unit: 'ms' },
    { what: 'p99, one transaction each', value: latency(naive, 0.99), unit: 'ms' },
    { what: 'orders refused', value: refused, unit: 'orders', most: 0 },
    {
      what: 'group commit beside one transaction each',
      value: beside(rates(naive)),
      unit: 'ratio',
      least: naiveRatioLeast,
    },
    ...peer,
  ];
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
