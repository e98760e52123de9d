import type { MerchantDepositState } from '../../../protocol/entities/fiat-account.ts';
import type { PaymentMethod } from '../../../protocol/fiat.ts';
import type { Queryable, Transaction } from '../../core/store/database.ts';

/** A merchant's deposit; `units` in its coin's smallest unit. */
export interface MerchantRow {
  readonly owner: bigint;
  readonly state: MerchantDepositState;
  readonly units: bigint;
  readonly reason: string | null;
  readonly updatedAt: number | null;
}

interface StoredMerchant {
  readonly state: MerchantDepositState;
  readonly units: string;
  readonly reason: string | null;
  readonly updated_at: string;
}

function toMerchantRow(owner: bigint, stored: StoredMerchant | undefined): MerchantRow {
  if (stored === undefined) return { owner, state: 'not-paid', units: 0n, reason: null, updatedAt: null };
  const { state, units, reason, updated_at: updatedAt } = stored;
  return { owner, state, units: BigInt(units), reason, updatedAt: Number(updatedAt) };
}

/** A user's deposit; one that never was is `not-paid`. */
export async function readMerchant(client: Queryable, owner: bigint): Promise<MerchantRow> {
  const { rows } = await client.query<StoredMerchant>(
    'SELECT state, units, reason, updated_at FROM merchants WHERE owner = $1',
    [owner],
  );
  return toMerchantRow(owner, rows[0]);
}

/** The same, locked for the rest of the transaction. Who has no row yet is kept apart by the lock of the user. */
export async function lockMerchant({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<MerchantRow> {
  const { rows } = await client.query<StoredMerchant>(
    'SELECT state, units, reason, updated_at FROM merchants WHERE owner = $1 FOR NO KEY UPDATE',
    [owner],
  );
  return toMerchantRow(owner, rows[0]);
}

/** Writes a request, which a review is opened of. @returns its id */
export async function insertRequest(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  what: 'deposit' | 'refund',
  at: number,
): Promise<bigint> {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO merchant_requests (owner, what, at) VALUES ($1, $2, $3) RETURNING id',
    [owner, what, at],
  );
  if (rows[0] === undefined) throw new Error('a request was not written');
  return BigInt(rows[0].id);
}

/** Writes a deposit that is locked, or the first of a user, who is locked. */
export async function writeMerchant(
  { client }: Pick<Transaction, 'client'>,
  { owner, state, units, reason }: MerchantRow,
  now: number,
  request: bigint | null = null,
): Promise<MerchantRow> {
  await client.query(
    `INSERT INTO merchants (owner, state, units, request, reason, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner) DO UPDATE SET state = $2, units = $3, request = coalesce($7, merchants.request), reason = $5,
                                       updated_at = $6`,
    [owner, state, units, request ?? 0n, reason, now, request],
  );
  return { owner, state, units, reason, updatedAt: now };
}

/** Gives or takes the standing of a merchant; the row of the user is locked by it. */
export async function setMerchantStanding(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  isMerchant: boolean,
): Promise<void> {
  await client.query('UPDATE users SET merchant = $2 WHERE id = $1', [owner, isMerchant]);
}

/** What a user brings to be a merchant. */
export interface Applicant {
  readonly verified: boolean;
  readonly nickname: string | null;
  readonly merchant: boolean;
}

/** @param lock takes the row of the user for the rest of the transaction */
export async function readApplicant(client: Queryable, owner: bigint, lock = false): Promise<Applicant> {
  const { rows } = await client.query<{ verification: string; nickname: string | null; merchant: boolean }>(
    `SELECT verification, nickname, merchant FROM users WHERE id = $1 ${lock ? 'FOR NO KEY UPDATE' : ''}`,
    [owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a session without its user');
  return { verified: row.verification === 'verified', nickname: row.nickname, merchant: row.merchant };
}

/** Methods that a user has an account of. */
export async function methodsOf(client: Queryable, owner: bigint): Promise<PaymentMethod[]> {
  const { rows } = await client.query<{ method: PaymentMethod }>(
    'SELECT DISTINCT method FROM collection_methods WHERE owner = $1 AND removed_at IS NULL ORDER BY method',
    [owner],
  );
  return rows.map(({ method }) => method);
}

/** Days removed at once. */
const removedAtOnce = 5_000;

/** Removes figures of days that no sum covers any more, in portions. @param before days since 1970 */
export async function removeOldDays(client: Queryable, before: number): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `DELETE FROM fiat_days WHERE (owner, day) IN (SELECT owner, day FROM fiat_days WHERE day < $1 LIMIT ${removedAtOnce})`,
      [before],
    );
    if ((rowCount ?? 0) < removedAtOnce) return;
  }
}
