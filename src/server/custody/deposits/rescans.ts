import type { Pool } from 'pg';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { wantAgain, type AsideRow } from './deposits-aside.ts';
import { newestScanned } from './scanned-blocks.ts';

/** Most blocks per rescan. */
export const rescanMax = 100_000;
/** Rescans per listing. */
const rescansListed = 50;

/** A range of blocks to reread. */
export interface Rescan {
  readonly id: bigint;
  readonly chain: string;
  readonly from: number;
  readonly to: number;
  /** The next block to read; past `to` when done. */
  readonly next: number;
  /** Missed deposits found. */
  readonly found: number;
  readonly at: number;
  readonly endedAt: number | null;
}

/** The operator, the reason and the time. */
interface SignedAct {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

const columns = 'id, chain, from_height, to_height, next, found, at, ended_at';

interface StoredRescan {
  readonly id: string;
  readonly chain: string;
  readonly from_height: number;
  readonly to_height: number;
  readonly next: number;
  readonly found: number;
  readonly at: string;
  readonly ended_at: string | null;
}

function toRescan({ id, chain, from_height: from, to_height: to, next, found, at, ended_at }: StoredRescan): Rescan {
  return {
    id: BigInt(id),
    chain,
    from,
    to,
    next,
    found,
    at: Number(at),
    endedAt: ended_at === null ? null : Number(ended_at),
  };
}

/** Concurrent rescans per chain. */
const openAtOnce = 10;

/** The oldest unfinished rescans of a chain. */
export async function openRescans(pool: Pool, chain: string): Promise<Rescan[]> {
  const { rows } = await pool.query<StoredRescan>(
    `SELECT ${columns} FROM rescans WHERE chain = $1 AND ended_at IS NULL ORDER BY id LIMIT ${openAtOnce}`,
    [chain],
  );
  return rows.map(toRescan);
}

/** Records that the next block of a rescan was read. @throws Error when another process read it */
export async function noteRescanned({ client }: Transaction, { id, next, to }: Rescan, found: number, now: number) {
  const { rowCount } = await client.query(
    `UPDATE rescans SET next = next + 1, found = found + $3, ended_at = CASE WHEN $4 THEN $5::bigint END
      WHERE id = $1 AND next = $2`,
    [id, next, found, next >= to, now],
  );
  if (rowCount !== 1) throw new Error(`rescan ${id} is being read by another process`);
}

/** Why a range cannot be rescanned. */
export type RescanFault = 'not-followed' | 'not-read-yet' | 'too-many';

/** Requests a rescan of a range of blocks by the running exchange; recorded in the operators' log. */
export async function orderRescan(
  database: Database,
  { chain, from, to }: Pick<Rescan, 'chain' | 'from' | 'to'>,
  signed: SignedAct,
): Promise<Rescan | RescanFault> {
  return database.transaction(async (tx) => {
    const newest = await newestScanned(tx.client, chain);
    if (newest === null) return 'not-followed';
    if (to > newest.height) return 'not-read-yet';
    if (to - from >= rescanMax) return 'too-many';
    const { rows } = await tx.client.query<StoredRescan>(
      `INSERT INTO rescans (chain, from_height, to_height, next, at) VALUES ($1, $2, $3, $2, $4) RETURNING ${columns}`,
      [chain, from, to, signed.at],
    );
    if (rows[0] === undefined) throw new Error('a rescan was not written');
    const act = { what: 'rescan', scope: null, subject: `${chain} ${from} to ${to}`, sessions: [] } as const;
    await writeOperatorLog(tx, act, signed);
    return toRescan(rows[0]);
  });
}

/** The progress of a rescan. */
export async function readRescan({ pool }: Pick<Database, 'pool'>, id: bigint): Promise<Rescan | null> {
  const { rows } = await pool.query<StoredRescan>(`SELECT ${columns} FROM rescans WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : toRescan(rows[0]);
}

/** The newest rescans, newest first. */
export async function readRescans({ pool }: Pick<Database, 'pool'>): Promise<Rescan[]> {
  const { rows } = await pool.query<StoredRescan>(
    `SELECT ${columns} FROM rescans ORDER BY id DESC LIMIT ${rescansListed}`,
  );
  return rows.map(toRescan);
}

/** Requests a retry of a payment set aside; recorded in the operators' log. */
export async function retryDeposit(database: Database, id: bigint, signed: SignedAct): Promise<AsideRow | null> {
  return database.transaction(async (tx) => {
    const one = await wantAgain(tx, id);
    if (one === null) return null;
    const act = { what: 'retry-deposit', scope: null, subject: id.toString(), sessions: [] } as const;
    await writeOperatorLog(tx, act, signed);
    return one;
  });
}
