import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#protocol/core/codes.ts';
import { connectToStore } from '../../faults/server-process.ts';
import { ask, registerPractice } from '../../faults/tapping-client.ts';
import type { Row } from '../row.ts';
import { median } from '../../../tools/statistics/quantiles.ts';
import { pastStore, withServer } from './past-store.ts';

export const name = 'history';

/** Starts of each store, and calls of each kind: `ROUNDS` and `CALLS`. */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const calls = Number(process.env['CALLS'] ?? 31);
const auditedWithinMs = 600_000;

/** What the home screen asks for, and then the screens of a pair and of records, whose pages are full with a past. */
const ofHome = ['common/huobiTicket', 'common/new/changerSymbolsList?board=spot', 'web/config', 'wallet'] as const;
const asked = [
  ...ofHome,
  'common/tradeList?pair=BTCUSDT',
  'common/kline?pair=BTCUSDT&interval=1d',
  'cashflow',
  'currencyRecord?state=history',
] as const;

interface Measured {
  readonly readyMs: number;
  readonly auditMs: number;
  readonly callMs: readonly number[];
}

/**
 * What a long past costs an exchange: its start, its first audit and what screens ask for, on a fresh store and
 * on one with `TRADES` trades (10 million by default), twice as many orders and four times as many entries of
 * `USERS` users in it. The starts before count with those after in one run; all are medians.
 *
 * With `HISTORY_DIR` the filled store is kept in that folder, and used by the next run that names it, whatever its
 * `TRADES`: the audit then begins with nothing again.
 */
export async function run(): Promise<Row[]> {
  const trades = Number(process.env['TRADES'] ?? 10_000_000);
  const users = Number(process.env['USERS'] ?? 100_000);
  const kept = process.env['HISTORY_DIR'];
  const fresh = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-fresh-'));
  const directory = kept ?? (await mkdtemp(path.join(tmpdir(), 'dunlin-bench-history-')));
  try {
    const registered = await withServer(fresh, ({ address }) => registerPractice(address));
    const empty = await measure(fresh, registered);
    const { token, counts, filledMs } = await pastStore(directory, { trades, users });
    const [first, ...rest] = await measureEach(directory, token);
    if (first === undefined) throw new Error('no round');
    const full = middle([first, ...rest]);
    return [
      ...Object.entries(counts).map(([table, rows]) => ({ what: `rows of ${table}`, value: rows, unit: 'rows' })),
      { what: 'writing them', value: filledMs / 1_000, unit: 's' },
      { what: 'start of a fresh exchange', value: empty.readyMs, unit: 'ms' },
      { what: 'start with the past', value: full.readyMs, unit: 'ms', most: 10_000 },
      { what: 'its first audit, which folds all entries', value: first.auditMs, unit: 'ms', most: 60_000 },
      { what: 'its first audit after later starts', value: middle(rest).auditMs, unit: 'ms' },
      ...asked.map((call, nth) => ({
        what: `GET ${call}, of the same on a fresh exchange`,
        value: ratio(full.callMs[nth], empty.callMs[nth]),
        unit: 'ratio',
        ...(nth < ofHome.length ? { most: 2 } : {}),
      })),
    ];
  } finally {
    await rm(fresh, { recursive: true, force: true });
    if (kept === undefined) await rm(directory, { recursive: true, force: true });
  }
}

async function measure(directory: string, token: string): Promise<Measured> {
  return middle(await measureEach(directory, token));
}

async function measureEach(directory: string, token: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const startedAt = Date.now();
    measured.push(
      await withServer(directory, async ({ address }) => {
        const readyMs = performance.now() - began;
        const auditMs = await auditedAfter(directory, startedAt);
        return { readyMs, auditMs, callMs: await askEach(address, token) };
      }),
    );
  }
  return measured;
}

/** Milliseconds from a start to the end of the first audit after it. */
async function auditedAfter(directory: string, startedAt: number): Promise<number> {
  const store = await connectToStore(directory);
  try {
    while (Date.now() - startedAt < auditedWithinMs) {
      const { rows } = await store.query<{ at: string | null; findings: readonly unknown[] }>(
        'SELECT checked_at AS at, findings FROM audit_state',
      );
      if (Number(rows[0]?.at ?? 0) < startedAt) {
        await sleep(50);
        continue;
      }
      if (rows[0]?.findings.length !== 0) throw new Error(`the audit found ${JSON.stringify(rows[0]?.findings)}`);
      return Date.now() - startedAt;
    }
    throw new Error('no audit came to its end');
  } finally {
    await store.end();
  }
}

async function askEach(address: string, token: string): Promise<number[]> {
  const middles: number[] = [];
  for (const call of asked) {
    const times: number[] = [];
    for (let nth = 0; nth < calls; nth += 1) {
      const began = performance.now();
      const { code } = await ask<unknown>(`${address}/api/${call}`, { token });
      if (code !== codes.success) throw new Error(`${call} answered ${code}`);
      times.push(performance.now() - began);
    }
    middles.push(median(times));
  }
  return middles;
}

function middle(all: readonly Measured[]): Measured {
  return {
    readyMs: median(all.map(({ readyMs }) => readyMs)),
    auditMs: median(all.map(({ auditMs }) => auditMs)),
    callMs: asked.map((_, nth) => median(all.map(({ callMs }) => callMs[nth] ?? Number.NaN))),
  };
}

function ratio(one: number | undefined, other: number | undefined): number {
  return (one ?? Number.NaN) / (other ?? Number.NaN);
}
