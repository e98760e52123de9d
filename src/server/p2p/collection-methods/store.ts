import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { collectionMethodsMax, type PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { RealName } from '#protocol/accounts/real-name.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { type AccountDetails, maskedAccount, noRegion } from './rules.ts';

/** A collection method with its details readable. */
export interface MethodRow extends AccountDetails {
  readonly id: bigint;
  readonly method: PaymentMethod;
  readonly qr: string | null;
  readonly createdAt: number;
}

interface StoredMethod {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly sealed: string;
  readonly qr: string | null;
  readonly created_at: string;
}

const sealedFor = (owner: bigint) => `collection method ${owner}`;

/** A user's collection methods that are offered, oldest first. */
export async function readMethods(client: Queryable, secrets: SecretBox, owner: bigint): Promise<MethodRow[]> {
  const { rows } = await client.query<StoredMethod>(
    `SELECT id, method, sealed, qr, created_at FROM collection_methods
      WHERE owner = $1 AND removed_at IS NULL ORDER BY id LIMIT ${collectionMethodsMax}`,
    [owner],
  );
  return rows.map((row) => ({
    // Those from before there were regions have none.
    ...noRegion,
    ...(JSON.parse(secrets.open(row.sealed, sealedFor(owner)).toString()) as AccountDetails),
    id: BigInt(row.id),
    method: row.method,
    qr: row.qr,
    createdAt: Number(row.created_at),
  }));
}

/** Writes a collection method. */
export async function insertMethod(
  { client }: Pick<Transaction, 'client'>,
  secrets: SecretBox,
  owner: bigint,
  { method, qr, createdAt, ...details }: Omit<MethodRow, 'id'>,
): Promise<MethodRow> {
  const sealed = secrets.seal(Buffer.from(JSON.stringify(details)), sealedFor(owner));
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO collection_methods (owner, method, sealed, qr, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [owner, method, sealed, qr, createdAt],
  );
  if (rows[0] === undefined) throw new Error('a collection method was not written');
  return { ...details, id: BigInt(rows[0].id), method, qr, createdAt };
}

/** Removes one of a user's methods. @returns whether there was one */
export async function removeMethod(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  id: bigint,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE collection_methods SET removed_at = $3 WHERE id = $2 AND owner = $1 AND removed_at IS NULL',
    [owner, id, now],
  );
  return rowCount === 1;
}

/**
 * The verified name of a user, whose row is locked; null when the user is not verified. Requests that add to what a
 * user keeps take turns by this lock.
 */
export async function lockRealName({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<RealName | null> {
  const { rows: users } = await client.query<{ verification: string }>(
    'SELECT verification FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [owner],
  );
  if (users[0]?.verification !== 'verified') return null;
  const { rows } = await client.query<{ first_name: string; last_name: string }>(
    `SELECT first_name, last_name FROM verifications WHERE owner = $1 AND state = 'verified'`,
    [owner],
  );
  return rows[0] === undefined ? null : { firstName: rows[0].first_name, lastName: rows[0].last_name };
}

/** A method as its owner sees it. */
export function toMethod({ id, account, ...row }: MethodRow): CollectionMethod {
  return { ...row, id: id.toString(), account: maskedAccount(account) };
}
