import type { Units } from '#protocol/core/brand.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { Streak } from './rules.ts';

/** The terms of a month: coin, reward of a day, budget and what of it is used; in the coin's smallest unit. */
export interface Pool {
  readonly month: string;
  readonly asset: string;
  readonly reward: Units;
  readonly budget: Units;
  readonly used: Units;
}

/** A stored streak with the coin and the pool of its promise. */
export interface StreakRow extends Streak {
  readonly owner: bigint;
  readonly asset: string | null;
  readonly pool: string | null;
}

/** A day that was signed in. */
export interface SignedDay {
  readonly day: number;
  readonly asset: string;
  readonly units: Units;
  readonly doubled: boolean;
}

interface PoolColumns {
  readonly month: string;
  readonly asset: string;
  readonly reward: string;
  readonly budget: string;
  readonly used: string;
}

function toPool({ month, asset, reward, budget, used }: PoolColumns): Pool {
  return { month, asset, reward: BigInt(reward), budget: BigInt(budget), used: BigInt(used) };
}

/** The terms of a month: its own row, or what the last one before it passes on, unused; null on an empty store. */
export async function poolOf(client: Queryable, month: string): Promise<Pool | null> {
  const { rows } = await client.query<PoolColumns>(
    'SELECT month, asset, reward, budget, used FROM sign_in_pools WHERE month <= $1 ORDER BY month DESC LIMIT 1',
    [month],
  );
  const pool = rows[0] === undefined ? null : toPool(rows[0]);
  return pool === null || pool.month === month ? pool : { ...pool, month, used: 0n };
}

/** Locks the pools of months, in their order; that of `month` is created from the one before. @returns by month */
export async function lockPools(
  tx: Transaction,
  month: string,
  older: string | null,
): Promise<ReadonlyMap<string, Pool>> {
  await tx.client.query(
    `INSERT INTO sign_in_pools (month, asset, reward, budget)
     SELECT $1, asset, reward, budget FROM sign_in_pools WHERE month < $1 ORDER BY month DESC LIMIT 1
     ON CONFLICT DO NOTHING`,
    [month],
  );
  const { rows } = await tx.client.query<PoolColumns>(
    `SELECT month, asset, reward, budget, used FROM sign_in_pools WHERE month = ANY($1::text[])
      ORDER BY month FOR UPDATE`,
    [older === null ? [month] : [month, older]],
  );
  return new Map(rows.map((row) => [row.month, toPool(row)]));
}

/** Adds to what of a pool is used; a negative amount gives back. */
export async function usePool(tx: Transaction, month: string, units: Units): Promise<void> {
  if (units === 0n) return;
  await tx.client.query('UPDATE sign_in_pools SET used = used + $2 WHERE month = $1', [month, units]);
}

/** The first terms of an empty store. */
export async function seedPool(client: Queryable, pool: Omit<Pool, 'used'>): Promise<void> {
  await client.query(
    `INSERT INTO sign_in_pools (month, asset, reward, budget)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM sign_in_pools)`,
    [pool.month, pool.asset, pool.reward, pool.budget],
  );
}

interface StreakColumns {
  readonly owner: string;
  readonly last_day: number;
  readonly length: number;
  readonly asset: string | null;
  readonly reward: string;
  readonly pool: string | null;
  readonly promised: string;
}

const streakColumns = 'owner, last_day, length, asset, reward, pool, promised';

function toStreak(row: StreakColumns): StreakRow {
  return {
    owner: BigInt(row.owner),
    lastDay: row.last_day,
    length: row.length,
    asset: row.asset,
    reward: BigInt(row.reward),
    pool: row.pool,
    promised: BigInt(row.promised),
  };
}

/** A user's streak, or null before the first day. */
export async function streakOf(client: Queryable, owner: bigint): Promise<StreakRow | null> {
  const { rows } = await client.query<StreakColumns>(`SELECT ${streakColumns} FROM sign_in_streaks WHERE owner = $1`, [
    owner,
  ]);
  return rows[0] === undefined ? null : toStreak(rows[0]);
}

/** Locks a user's streak; the first time it is created empty, because a missing row cannot be locked. */
export async function lockStreak(tx: Transaction, owner: bigint): Promise<StreakRow> {
  await tx.client.query('INSERT INTO sign_in_streaks (owner) VALUES ($1) ON CONFLICT DO NOTHING', [owner]);
  const { rows } = await tx.client.query<StreakColumns>(
    `SELECT ${streakColumns} FROM sign_in_streaks WHERE owner = $1 FOR UPDATE`,
    [owner],
  );
  if (rows[0] === undefined) throw new Error('a streak was not created');
  return toStreak(rows[0]);
}

/** Writes a streak that is locked. */
export async function writeStreak(tx: Transaction, row: StreakRow): Promise<void> {
  await tx.client.query(
    `UPDATE sign_in_streaks SET last_day = $2, length = $3, asset = $4, reward = $5, pool = $6, promised = $7
      WHERE owner = $1`,
    [row.owner, row.lastDay, row.length, row.asset, row.reward, row.pool, row.promised],
  );
}

/** Users whose run is broken while something is still set aside for it. */
export async function brokenStreaks(client: Queryable, today: number, most: number): Promise<bigint[]> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT owner FROM sign_in_streaks WHERE promised > 0 AND last_day < $1 ORDER BY last_day, owner LIMIT $2',
    [today - 1, most],
  );
  return rows.map(({ owner }) => BigInt(owner));
}

/** Writes a signed day. */
export async function writeDay(
  tx: Transaction,
  owner: bigint,
  {
    day,
    asset,
    units,
    doubled,
    position,
    at,
    pool,
  }: SignedDay & { readonly position: number; readonly at: number; readonly pool: string },
): Promise<void> {
  await tx.client.query(
    'INSERT INTO sign_ins (owner, day, at, position, asset, units, doubled, pool) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [owner, day, at, position, asset, units, doubled, pool],
  );
}

/** The days a user signed in within a span, both ends included, oldest first. */
export async function daysWithin(client: Queryable, owner: bigint, first: number, last: number): Promise<SignedDay[]> {
  const { rows } = await client.query<{ day: number; asset: string; units: string; doubled: boolean }>(
    'SELECT day, asset, units, doubled FROM sign_ins WHERE owner = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
    [owner, first, last],
  );
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}
