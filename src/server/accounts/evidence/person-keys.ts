import { randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { keyBytes, type SecretBox } from '#server/core/secrets/secret-box.ts';

/** A key that evidence of a person is encrypted with. It is read each time: no process remembers one that was destroyed. */
export interface PersonKey {
  readonly id: bigint;
  readonly person: bigint;
  readonly key: Buffer;
}

interface StoredKey {
  readonly id: string;
  readonly person: string;
  /** Null once it is destroyed. */
  readonly wrapped: string | null;
}

const wrappedFor = (person: string | bigint) => `evidence key of ${person}`;

/**
 * The keys in use of persons, made where there is none, in order. They cannot be destroyed before the transaction ends.
 *
 * @param now epoch milliseconds
 * @throws Error when keys in the store were made with another SECRETS_KEY
 */
export async function keysInUse(
  tx: Pick<Transaction, 'client'>,
  secrets: SecretBox,
  persons: readonly bigint[],
  now: number,
): Promise<PersonKey[]> {
  const keys = new Map<bigint, PersonKey>();
  // By person: two transactions that need the same keys take them in the same order.
  for (const person of persons.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    keys.set(person, (await lockKey(tx, secrets, person)) ?? (await makeKey(tx, secrets, person, now)));
  }
  return persons.flatMap((person) => keys.get(person) ?? []);
}

async function lockKey(
  { client }: Pick<Transaction, 'client'>,
  secrets: SecretBox,
  person: bigint,
): Promise<PersonKey | null> {
  const { rows } = await client.query<StoredKey>(
    'SELECT id, person, wrapped FROM person_keys WHERE person = $1 AND wrapped IS NOT NULL FOR SHARE',
    [person],
  );
  return rows[0] === undefined ? null : unwrapped(secrets, rows[0]);
}

async function makeKey(
  tx: Pick<Transaction, 'client'>,
  secrets: SecretBox,
  person: bigint,
  now: number,
): Promise<PersonKey> {
  await checkSecrets(tx.client, secrets);
  const wrapped = secrets.seal(randomBytes(keyBytes), wrappedFor(person));
  // Another transaction may make one at the same time: then that one counts.
  await tx.client.query(
    `INSERT INTO person_keys (person, wrapped, at) VALUES ($1, $2, $3)
     ON CONFLICT (person) WHERE wrapped IS NOT NULL DO NOTHING`,
    [person, wrapped, now],
  );
  const key = await lockKey(tx, secrets, person);
  if (key === null) throw new Error(`a key of evidence of ${person} was not made`);
  return key;
}

/** @throws Error when the newest key does not open: one made now would not open for whoever made that one */
async function checkSecrets(client: Queryable, secrets: SecretBox): Promise<void> {
  const { rows } = await client.query<StoredKey>(
    'SELECT id, person, wrapped FROM person_keys WHERE wrapped IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  if (rows[0] !== undefined) unwrapped(secrets, rows[0]);
}

/**
 * Keys by their ids; null for one that was destroyed.
 *
 * @throws Error for a key that is unknown, or was made with another SECRETS_KEY
 */
export async function openKeys(
  client: Queryable,
  secrets: SecretBox,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, PersonKey | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<StoredKey>('SELECT id, person, wrapped FROM person_keys WHERE id = ANY($1)', [
    ids,
  ]);
  return new Map(rows.map((row) => [BigInt(row.id), unwrapped(secrets, row)]));
}

function unwrapped(secrets: SecretBox, { id, person, wrapped }: StoredKey): PersonKey | null {
  if (wrapped === null) return null;
  try {
    return { id: BigInt(id), person: BigInt(person), key: secrets.open(wrapped, wrappedFor(person)) };
  } catch (error) {
    throw new Error(`key ${id} of evidence does not open: it was made with another SECRETS_KEY`, { cause: error });
  }
}

/**
 * Destroys the key of a person, if there is one: whatever was encrypted with it cannot be read any more. Evidence of later
 * gets another.
 *
 * @param now epoch milliseconds
 * @returns whether there was one
 */
export async function destroyKey(
  { client }: Pick<Transaction, 'client'>,
  person: bigint,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE person_keys SET wrapped = NULL, destroyed_at = $2 WHERE person = $1 AND wrapped IS NOT NULL',
    [person, now],
  );
  return rowCount === 1;
}
