import type { AuditFinding } from '#server/core/ledger/audit-parts.ts';
import { ordersAudit } from '#server/p2p/orders/audit.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/** What is written beside, and what it has the exchange forget. */
export interface StandingExchange extends Pick<ExchangeForTest, 'forgetSessions'> {
  readonly database: Pick<ExchangeForTest['database'], 'pool'>;
}

/** Gives a user a verified name, Mei Lin, and a nickname, as a reviewer and the user would. */
export async function verifyForP2p(
  { database: { pool }, forgetSessions }: StandingExchange,
  id: string,
): Promise<void> {
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
  forgetSessions();
}

/** Puts a merchant deposit into a state: `short` is paid with a hundredth missing. Null: there never was one. */
export async function setMerchantDeposit(
  { database: { pool }, forgetSessions }: StandingExchange,
  id: string,
  state: 'whole' | 'short' | null,
): Promise<void> {
  await pool.query('UPDATE users SET merchant = $2 WHERE id = $1', [id, state !== null]);
  forgetSessions();
  // What was asked for before is decided by nobody: it would not fit the state set here.
  await pool.query("UPDATE reviews SET due_at = NULL WHERE owner = $1 AND kind LIKE 'merchant%' AND state = 'open'", [
    id,
  ]);
  await pool.query('DELETE FROM merchants WHERE owner = $1', [id]);
  if (state === null) return;
  const units = state === 'whole' ? 50_000_000_000n : 49_500_000_000n;
  // The board follows merchants by the time of their change.
  await pool.query(`INSERT INTO merchants (owner, state, units, request, updated_at) VALUES ($1, 'paid', $2, 0, $3)`, [
    id,
    units,
    Date.now(),
  ]);
}

/** What the audit finds wrong of all escrow accounts. */
export async function escrowFaults({ database }: Pick<StandingExchange, 'database'>): Promise<AuditFinding[]> {
  const client = await database.pool.connect();
  try {
    return (await ordersAudit.find?.(client, { since: 0, full: true })) ?? [];
  } finally {
    client.release();
  }
}
