import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { archiveFile } from '#server/core/archives/archiving.ts';
import { startOperator } from '../../faults/archives/operator-process.ts';
import { connectToStore, startServer } from '../../faults/server-process.ts';
import { registerPractice } from '../../faults/tapping-client.ts';
import { quantile } from '../../../tools/statistics/quantiles.ts';
import type { Row } from '../row.ts';
import { writeOldEntries } from './old-entries.ts';
import { OrderFlow } from './order-flow.ts';

export const name = 'archive';

const partition = 'ledger_entries_first';
/** People who place orders meanwhile. */
const people = 4;
/** How long they do before anything is archived: `SECONDS`. */
const aloneMs = Number(process.env['SECONDS'] ?? 15) * 1_000;
const lookEveryMs = 10;
const foldedWithinMs = 600_000;
const commandWithinMs = 3_600_000;

/** What a command of the operator took, and what happened beside it. */
interface Measured {
  readonly seconds: number;
  /** Most memory that the process had, in bytes. */
  readonly peakBytes: number;
  readonly ordersMs: readonly number[];
  readonly failedOrders: number;
  /** The longest that the exchange waited for one lock. */
  readonly lockWaitMs: number;
}

/**
 * What it takes to archive one partition of `ENTRIES` entries (3 million by default) of `USERS` accounts in two coins each, to
 * prove it and to bring it back, beside an exchange on which people place orders.
 */
export async function run(): Promise<Row[]> {
  const entries = Number(process.env['ENTRIES'] ?? 3_000_000);
  const users = Number(process.env['USERS'] ?? 20_000);
  const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-archive-'));
  try {
    await writeOldEntries(directory, entries, users);
    const server = await startServer(directory);
    const store = await connectToStore(directory);
    try {
      const tokens = await Promise.all(Array.from({ length: people }, () => registerPractice(server.address)));
      const flow = new OrderFlow(server.address, tokens);
      await folded(store);
      return await measureAll(directory, store, flow);
    } finally {
      await store.end();
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureAll(directory: string, store: Client, flow: OrderFlow): Promise<Row[]> {
  const folder = path.join(directory, 'archive');
  const file = archiveFile(folder, partition);
  const signed = ['--reason', 'measured', '--by', 'bench'];
  const operate = (...args: string[]) => measure(store, flow, () => runOperator(directory, ['archive', ...args]));
  const alone = await measure(store, flow, () => sleep(aloneMs).then(() => 0));
  const take = await operate('take', partition, folder, ...signed);
  const { size } = statSync(file);
  const prove = await operate('prove', file);
  const restore = await operate('restore', file, ...signed);
  return [
    { what: 'size of the file', value: size / 1e6, unit: 'MB' },
    ...rowsOf('nothing', alone),
    ...rowsOf('take', take),
    ...rowsOf('prove', prove),
    ...rowsOf('restore', restore),
  ];
}

function rowsOf(what: string, { seconds, peakBytes, ordersMs, failedOrders, lockWaitMs }: Measured): Row[] {
  const own: Row[] = [
    { what, value: seconds, unit: 's' },
    { what: `${what}: most memory of its process`, value: peakBytes / 1e6, unit: 'MB' },
  ];
  return [
    ...(what === 'nothing' ? [] : own),
    { what: `orders beside ${what}`, value: ordersMs.length, unit: 'orders' },
    { what: `orders beside ${what}, p50`, value: quantile(ordersMs, 0.5), unit: 'ms' },
    { what: `orders beside ${what}, p99`, value: quantile(ordersMs, 0.99), unit: 'ms' },
    { what: `orders beside ${what}, the slowest`, value: Math.max(...ordersMs), unit: 'ms' },
    { what: `orders beside ${what} that failed`, value: failedOrders, unit: 'orders', most: 0 },
    { what: `the exchange’s longest wait for a lock beside ${what}`, value: lockWaitMs, unit: 'ms' },
  ];
}

/** Runs something while people place orders. @param work gives the most memory that it had, in bytes */
async function measure(store: Client, flow: OrderFlow, work: () => Promise<number>): Promise<Measured> {
  const watch = new AbortController();
  const waits = longestWait(store, watch.signal);
  const orders = flow.start();
  const began = performance.now();
  try {
    const peakBytes = await work();
    const seconds = (performance.now() - began) / 1_000;
    const { latenciesMs, failed } = await orders.stop();
    watch.abort();
    return { seconds, peakBytes, ordersMs: latenciesMs, failedOrders: failed, lockWaitMs: await waits };
  } finally {
    watch.abort();
    await orders.stop();
  }
}

/** Runs a command of the operator. @returns the most memory that its process had, in bytes */
async function runOperator(directory: string, args: readonly string[]): Promise<number> {
  const operator = startOperator({ settings: { DATA_DIR: directory } }, args, commandWithinMs);
  let peak = 0;
  while (!operator.hasEnded()) {
    peak = Math.max(peak, peakOf(operator.pid));
    await Promise.race([operator.ended, sleep(lookEveryMs)]);
  }
  const { code, said } = await operator.ended;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  return peak;
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    // It has just ended.
    return 0;
  }
}

/** The longest that anybody but the operator is seen to wait for a lock, in milliseconds. */
async function longestWait(store: Client, signal: AbortSignal): Promise<number> {
  let longest = 0;
  for (; !signal.aborted; await sleep(lookEveryMs)) {
    const { rows } = await store.query<{ waited: number | null }>(
      `SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::float8 AS waited
         FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND application_name <> 'dunlin operator'`,
    );
    longest = Math.max(longest, rows[0]?.waited ?? 0);
  }
  return longest;
}

/** Waits until the audit has folded the old entries, without which none may leave. */
async function folded(store: Client): Promise<void> {
  for (const until = Date.now() + foldedWithinMs; Date.now() < until; await sleep(500)) {
    const { rows } = await store.query<{ folded: boolean; findings: readonly unknown[] }>(
      `SELECT NOT behind AND least(horizon, deep_horizon)::text::bigint > (SELECT max(xid) FROM ${partition}) AS folded, findings
         FROM audit_state`,
    );
    if (rows[0]?.findings.length !== 0) throw new Error(`the audit found ${JSON.stringify(rows[0]?.findings)}`);
    if (rows[0].folded) return;
  }
  throw new Error('the audit did not fold the old entries');
}
