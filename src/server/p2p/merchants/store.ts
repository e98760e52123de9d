import type { MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';

/** A merchant's deposit; `units` in its coin's smallest unit. */
export interface MerchantRow {
  readonly owner: bigint;
  readonly state: MerchantDepositState;
  readonly units: bigint;
  readonly reason: string | null;
  /** Since when an operator keeps the merchant from trading; null while nobody does. */
  readonly suspendedAt: number | null;
  readonly updatedAt: number | null;
}

interface StoredMerchant {
  readonly state: MerchantDepositState;
  readonly units: string;
  readonly reason: string | null;
  readonly suspended_at: string | null;
  readonly updated_at: string;
}

function toMerchantRow(owner: bigint, stored: StoredMerchant | undefined): MerchantRow {
  if (stored === undefined) {
    return { owner, state: 'not-paid', units: 0n, reason: null, suspendedAt: null, updatedAt: null };
  }
  const { state, units, reason, suspended_at: suspended, updated_at: updatedAt } = stored;
  const suspendedAt = suspended === null ? null : Number(suspended);
  return { owner, state, units: BigInt(units), reason, suspendedAt, updatedAt: Number(updatedAt) };
}

/** A user's deposit; one that never was is `not-paid`. */
export async function readMerchant(client: Queryable, owner: bigint): Promise<MerchantRow> {
  const { rows } = await client.query<StoredMerchant>(
    'SELECT state, units, reason, suspended_at, updated_at FROM merchants WHERE owner = $1',
    [owner],
  );
  return toMerchantRow(owner, rows[0]);
}

/** The same, locked for the rest of the transaction. Who has no row yet is kept apart by the lock of the user. */
export async function lockMerchant({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<MerchantRow> {
  const { rows } = await client.query<StoredMerchant>(
    'SELECT state, units, reason, suspended_at, updated_at FROM merchants WHERE owner = $1 FOR NO KEY UPDATE',
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

/**
 * Writes a deposit that is locked, or the first of a user, who is locked. A suspension stays as it is. The time of a
 * change is later than that of the change before, for whoever follows it.
 */
export async function writeMerchant(
  { client }: Pick<Transaction, 'client'>,
  { owner, state, units, reason, suspendedAt }: MerchantRow,
  now: number,
  request: bigint | null = null,
): Promise<MerchantRow> {
  const { rows } = await client.query<{ updated_at: string }>(
    `INSERT INTO merchants (owner, state, units, request, reason, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner) DO UPDATE SET state = $2, units = $3, request = coalesce($7, merchants.request), reason = $5,
                                       updated_at = greatest($6, merchants.updated_at + 1)
     RETURNING updated_at`,
    [owner, state, units, request ?? 0n, reason, now, request],
  );
  return { owner, state, units, reason, suspendedAt, updatedAt: Number(rows[0]?.updated_at ?? now) };
}

/**
 * Stamps the deposit of a user whose standing changed, such as with the account, for whoever follows it. The row is
 * locked by it.
 */
export async function touchMerchant(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  now: number,
): Promise<void> {
  await client.query('UPDATE merchants SET updated_at = greatest($2, updated_at + 1) WHERE owner = $1', [owner, now]);
}

/**
 * Suspends a merchant, or ends the suspension; the user is locked.
 *
 * @returns whether that changed anything: false also for somebody who never paid a deposit
 */
export async function writeSuspended(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  suspended: boolean,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE merchants SET suspended_at = CASE WHEN $2 THEN $3::bigint END, updated_at = greatest($3, updated_at + 1)
      WHERE owner = $1 AND (suspended_at IS NOT NULL) <> $2`,
    [owner, suspended, now],
  );
  return rowCount === 1;
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
  /** Whether an operator has disabled the account, also of one whose request is under way. */
  readonly disabled: boolean;
}

/** @param lock takes the row of the user for the rest of the transaction */
export async function readApplicant(client: Queryable, owner: bigint, lock = false): Promise<Applicant> {
  const { rows } = await client.query<Omit<Applicant, 'verified'> & { readonly verification: string }>(
    `SELECT verification, nickname, merchant, disabled FROM users WHERE id = $1 ${lock ? 'FOR NO KEY UPDATE' : ''}`,
    [owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a session without its user');
  const { verification, ...applicant } = row;
  return { ...applicant, verified: verification === 'verified' };
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
