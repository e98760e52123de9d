import type { TestDatabase } from '../../src/server/core/store/testing.ts';

type Store = Pick<TestDatabase, 'pool'>;

/** Gives a user a verified name, Mei Lin, and a nickname, as a reviewer and the user would. */
export async function verifyForFiat({ pool }: Store, id: string): Promise<void> {
  await pool.query(
    `UPDATE users SET verification = 'verified', nickname = coalesce(nickname, 'Mei ' || id),
                      nickname_key = coalesce(nickname_key, 'mei ' || id) WHERE id = $1`,
    [id],
  );
  await pool.query(`DELETE FROM verifications WHERE owner = $1 AND state <> 'verified'`, [id]);
  await pool.query(
    `INSERT INTO verifications (owner, document_type, country, first_name, last_name, number, document_key, front, back,
                                held, state, submitted_at, decided_at)
     SELECT $1::bigint, 'passport', 'SG', 'Mei', 'Lin', 'K1234567', 'document of ' || $1, '', '', '', 'verified', 0, 0
      WHERE NOT EXISTS (SELECT FROM verifications WHERE owner = $1::bigint)`,
    [id],
  );
}

/** Puts a merchant deposit into a state; a hundredth of it is missing. Null: there never was one. */
export async function setMerchantDeposit({ pool }: Store, id: string, state: 'paid' | null): Promise<void> {
  await pool.query('DELETE FROM merchants WHERE owner = $1', [id]);
  if (state === null) return;
  await pool.query(
    `INSERT INTO merchants (owner, state, units, request, updated_at) VALUES ($1, $2, 49500000000, 0, 0)`,
    [id, state],
  );
}
