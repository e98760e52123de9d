import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { type ServerProcess, startServer } from '../../faults/server-process.ts';
import { ask, registerPractice } from '../../faults/tapping-client.ts';
import { fillHistory } from './fill-history.ts';

/** A store with a past: who may ask it for records, and what was written. */
export interface PastStore {
  /** The session of the user with the longest records. */
  readonly token: string;
  /** Rows written into each table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly filledMs: number;
}

/**
 * The store of a directory, filled if it is not yet. One that was filled by an earlier run was audited since: its audit
 * forgets everything, so that the next one folds all entries again.
 */
export async function pastStore(
  directory: string,
  past: { readonly trades: number; readonly users: number },
): Promise<PastStore> {
  const about = path.join(directory, 'past.json');
  if (existsSync(about)) {
    await withStore(directory, forgetAudit);
    return JSON.parse(await readFile(about, 'utf8')) as PastStore;
  }
  const { token, prices } = await withServer(directory, async ({ address }) => ({
    token: await registerPractice(address),
    prices: await pricesOf(address),
  }));
  const began = performance.now();
  const counts = await withStore(directory, async (store) => {
    const { rows } = await store.query<{ id: string }>('SELECT id FROM users ORDER BY id LIMIT 1');
    const watched = rows[0]?.id;
    if (watched === undefined) throw new Error('nobody is registered');
    return fillHistory(store, { ...past, prices, watched, now: Date.now() });
  });
  const filled = { token, counts, filledMs: performance.now() - began };
  await writeFile(about, JSON.stringify(filled));
  return filled;
}

/** Runs an exchange on a directory for as long as the work lasts. */
export async function withServer<Value>(
  directory: string,
  work: (server: ServerProcess) => Promise<Value>,
): Promise<Value> {
  const server = await startServer(directory);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Puts the audit where it is before its first run. */
async function forgetAudit(store: Client): Promise<void> {
  await store.query('TRUNCATE audited_sums, audited_references, audit_sums');
  await store.query(
    `UPDATE audit_state SET horizon = '0', deep_horizon = '0', checked_at = NULL, deep_at = NULL, behind = false,
            cursor = NULL`,
  );
}

async function pricesOf(address: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await ask<{ list: { pair: string; last: string }[] }>(`${address}/api/common/huobiTicket`, {});
  return new Map(data.list.map(({ pair, last }) => [pair, Number(last)]));
}

/** A connection to the PostgreSQL of a directory, with room for bulk writing. */
async function withStore<Value>(directory: string, work: (store: Client) => Promise<Value>): Promise<Value> {
  const postgres = await startEmbeddedPostgres(path.join(directory, 'postgres'), {
    max_wal_size: '8GB',
    shared_buffers: '1GB',
  });
  const store = new Client({ ...postgres.connection });
  try {
    await store.connect();
    return await work(store);
  } finally {
    await store.end();
    await postgres.stop();
  }
}
