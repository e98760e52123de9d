import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import type { InnerCount } from './inner-load.ts';
import { findPgbench, initialisePgbench, pgbenchRate } from './pgbench.ts';
import type { Row } from '../row.ts';
import { type InnerOrder, load, loadCancels, loadContracts, type SpotServerOrder } from './spot-load.ts';
import { connectionCounts, rowsOf, type SpotRound } from './spot-rounds.ts';
import { createDatabase, type Server, startServer } from './start-spot-server.ts';

export const name = 'spot-orders';

/** Rounds, and seconds of each measurement in one: `ROUNDS` and `SECONDS`. */
const rounds = Number(process.env['ROUNDS'] ?? 5);
const stretchMs = Number(process.env['SECONDS'] ?? 3) * 1_000;
const userIds = Math.max(...connectionCounts);
const manyUsers = 64;
const warmUpSeed = 99;

/**
 * Orders accepted over HTTP and committed to a PostgreSQL with fsync: the exchange's group commit against one transaction
 * per order behind the same edge, and against `pgbench -N` where the machine has it, at 8, 64 and 256 connections; cancels
 * and contract orders beside spot's; and what the writer does without HTTP. All take turns on databases of one cluster, so
 * that a busy machine is unfair to none; figures are medians of the rounds.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-'));
  // Both servers keep their pools beside the connections of pgbench.
  const postgres = await startEmbeddedPostgres(root, { max_connections: String(userIds + 100) });
  const children: ChildProcess[] = [];
  try {
    const connectionOf = (name: string) => ({ ...postgres.connection, database: `bench_${name}` });
    const start = async (writer: SpotServerOrder['writer']): Promise<Server> => {
      await createDatabase(postgres.connection, `bench_${writer}`);
      return startServer(children, { writer, connection: connectionOf(writer), userIds });
    };
    const group = await start('group');
    const naive = await start('naive');
    const program = findPgbench();
    if (program !== null) {
      await createDatabase(postgres.connection, 'bench_pgbench');
      initialisePgbench(program, connectionOf('pgbench'));
    }
    const pgbench = (clients: number) =>
      program === null ? null : pgbenchRate(program, connectionOf('pgbench'), clients, stretchMs / 1_000);
    await warmUp(group, naive);
    const measured: SpotRound[] = [];
    for (let round = 1; round <= rounds; round += 1) measured.push(await oneRound(group, naive, pgbench, round));
    return [
      ...rowsOf(measured),
      { what: 'deadlocks on the way', value: await deadlocks(postgres.connection), unit: 'deadlocks', most: 0 },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function warmUp(group: Server, naive: Server): Promise<void> {
  for (const { ready } of [group, naive]) await load(ready, stretchMs, warmUpSeed, manyUsers);
  await loadContracts(group.ready, stretchMs, warmUpSeed, manyUsers);
  await inner(group, warmUpSeed);
}

async function oneRound(
  group: Server,
  naive: Server,
  pgbench: (clients: number) => number | null,
  seed: number,
): Promise<SpotRound> {
  const counts = { group: new Map(), naive: new Map(), pgbench: new Map() };
  for (const connections of connectionCounts) {
    counts.group.set(connections, await load(group.ready, stretchMs, seed, connections));
    counts.naive.set(connections, await load(naive.ready, stretchMs, seed, connections));
    const transactions = pgbench(connections);
    if (transactions !== null) counts.pgbench.set(connections, transactions);
  }
  const cancels = await loadCancels(group.ready, stretchMs, seed, manyUsers);
  const contracts = await loadContracts(group.ready, stretchMs, seed, manyUsers);
  return { ...counts, cancels, contracts, inner: await inner(group, seed) };
}

/** Orders a second that come without HTTP. */
async function inner({ child }: Server, seed: number): Promise<number> {
  const answer = once(child, 'message');
  child.send({ milliseconds: stretchMs, seed: seed + warmUpSeed, users: manyUsers } satisfies InnerOrder);
  const [{ accepted, seconds }] = (await answer) as [InnerCount];
  return accepted / seconds;
}

/** A side that runs into deadlocks waits for their detection: the comparison would not be fair. */
async function deadlocks(connection: ClientConfig): Promise<number> {
  const admin = new Client(connection);
  await admin.connect();
  const { rows } = await admin.query<{ sum: string }>('SELECT sum(deadlocks) FROM pg_stat_database');
  await admin.end();
  return Number(rows[0]?.sum);
}
