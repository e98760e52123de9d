import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../../src/server/store/embedded/embedded-postgres.ts';
import type { Row } from './row.ts';
import { load, type LoadCount, type SpotServerOrder, type SpotServerReady } from './spot-load.ts';

export const name = 'spot-orders';

const connections = 64;
const warmUpMs = 3_000;
const roundMs = 3_000;
const rounds = 5;
/** How many times the plain way the exchange must do. */
const ratioLeast = 5;

/**
 * Spot delegates accepted over HTTP with orders, trades and ledger rows committed to a PostgreSQL with fsync:
 * the exchange's group commit against one transaction per order behind the same edge. The two take turns on
 * databases of one cluster, so that a busy machine is unfair to neither.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-'));
  const postgres = await startEmbeddedPostgres(root);
  const children: ChildProcess[] = [];
  try {
    const servers = new Map<SpotServerOrder['writer'], SpotServerReady>();
    for (const writer of ['group', 'naive'] as const) {
      const admin = new Client(postgres.connection);
      await admin.connect();
      await admin.query(`CREATE DATABASE bench_${writer}`);
      await admin.end();
      const connection = { ...postgres.connection, database: `bench_${writer}` };
      servers.set(writer, await startServer(children, { writer, connection, people: connections }));
    }
    const counts = new Map<string, LoadCount[]>([...servers.keys()].map((writer) => [writer, []]));
    for (const ready of servers.values()) await load(ready, warmUpMs, 99);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [writer, ready] of servers) counts.get(writer)?.push(await load(ready, roundMs, round));
    }
    const rows = rowsOf(counts.get('group') ?? [], counts.get('naive') ?? []);
    return [
      ...rows,
      { what: 'deadlocks on the way', value: await deadlocks(postgres.connection), unit: 'deadlocks', most: 0 },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
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

function rowsOf(group: readonly LoadCount[], naive: readonly LoadCount[]): Row[] {
  const rate = (counts: readonly LoadCount[]) =>
    counts.reduce((sum, one) => sum + one.accepted, 0) / counts.reduce((sum, one) => sum + one.seconds, 0);
  const refused = [...group, ...naive].reduce((sum, one) => sum + one.refused, 0);
  const latencies = (counts: readonly LoadCount[]) =>
    counts.flatMap((one) => one.latenciesMs).toSorted((a, b) => a - b);
  return [
    { what: 'orders accepted, group commit', value: rate(group), unit: 'per second' },
    { what: 'p50', value: quantile(latencies(group), 0.5), unit: 'ms' },
    { what: 'p99', value: quantile(latencies(group), 0.99), unit: 'ms' },
    { what: 'orders accepted, one transaction each', value: rate(naive), unit: 'per second' },
    { what: 'p50, one transaction each', value: quantile(latencies(naive), 0.5), unit: 'ms' },
    { what: 'p99, one transaction each', value: quantile(latencies(naive), 0.99), unit: 'ms' },
    { what: 'orders refused', value: refused, unit: 'orders', most: 0 },
    {
      what: 'group commit against one transaction each',
      value: rate(group) / rate(naive),
      unit: 'ratio',
      least: ratioLeast,
    },
  ];
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
