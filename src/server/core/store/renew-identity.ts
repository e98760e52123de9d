import type { Transaction } from './database.ts';
import type { StoreIdentity } from './identity.ts';

/**
 * Renews the identity of the data, after a backup was restored that PostgreSQL does not show as one. A server that owns the
 * data knows another identity and ends when it next looks, which `endHolder` has it do now.
 *
 * @param now epoch milliseconds
 * @returns the new identity; null before the first start on this data
 */
export async function renewIdentity({ client }: Transaction, now: number): Promise<StoreIdentity | null> {
  const { rows } = await client.query<{ id: string; since: string }>(
    `UPDATE server_epoch SET identity = gen_random_uuid(), identity_since = greatest($1, identity_since + 1)
     RETURNING identity AS id, identity_since AS since`,
    [now],
  );
  const [row] = rows;
  return row === undefined ? null : { id: row.id, since: Number(row.since) };
}
