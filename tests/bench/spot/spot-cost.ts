import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import type { Row } from '../row.ts';
import { load, type SpotServerOrder, type SpotServerReady } from './spot-load.ts';

export const name = 'spot-cost';

const connections = 64;
const warmUpMs = 3_000;
/** After a checkpoint every page is logged whole once: those of the hot pages are over after this. */
const settleMs = 2_000;
const measureMs = 4_000;
/** Statistics of a session are published when it is idle, at the latest after a second. */
const statisticsMs = 1_500;

/** What PostgreSQL did so far: counters that only grow. */
interface Counters {
  readonly inserted: number;
  readonly updated: number;
  readonly records: number;
  readonly pages: number;
  readonly bytes: number;
}

/**
 * What one spot order costs the store: rows written, rows changed, WAL records and WAL bytes, in the steady state some
 * seconds after a checkpoint. Unlike times these do not depend on how busy the machine is.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-'));
  const postgres = await startEmbeddedPostgres(root);
  const admin = new Client(postgres.connection);
  const child = fork(path.join(import.meta.dirname, 'spot-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    await admin.connect();
    await admin.query('CREATE DATABASE bench_cost');
    const connection = { ...postgres.connection, database: 'bench_cost' };
    child.send({ writer: 'group', connection, userIds: connections } satisfies SpotServerOrder);
    const [ready] = (await once(child, 'message')) as [SpotServerReady];
    const store = new Client(connection);
    await store.connect();
    await load(ready, warmUpMs, 99);
    await store.query('CHECKPOINT');
    await load(ready, settleMs, 1);
    await sleep(statisticsMs);
    const before = await counters(store);
    const { accepted } = await load(ready, measureMs, 2);
    await sleep(statisticsMs);
    const after = await counters(store);
    await store.end();
    const each = (counter: keyof Counters) => (after[counter] - before[counter]) / accepted;
    return [
      { what: 'rows written an order', value: each('inserted'), unit: 'rows', most: 8 },
      { what: 'rows changed an order', value: each('updated'), unit: 'rows' },
      { what: 'WAL records an order', value: each('records'), unit: 'records' },
      { what: 'whole pages in the WAL an order', value: each('pages'), unit: 'pages' },
      { what: 'WAL an order', value: each('bytes'), unit: 'bytes' },
      { what: 'orders measured', value: accepted, unit: 'orders' },
    ];
  } finally {
    child.kill('SIGKILL');
    await admin.end().catch(() => undefined);
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function counters(store: Client): Promise<Counters> {
  const { rows } = await store.query<Record<keyof Counters, string>>(
    `SELECT (SELECT sum(n_tup_ins) FROM pg_stat_user_tables) AS inserted,
            (SELECT sum(n_tup_upd) FROM pg_stat_user_tables) AS updated,
            wal_records AS records, wal_fpi AS pages, pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes
       FROM pg_stat_wal`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL tells no statistics');
  return {
    inserted: Number(row.inserted),
    updated: Number(row.updated),
    records: Number(row.records),
    pages: Number(row.pages),
    bytes: Number(row.bytes),
  };
}
