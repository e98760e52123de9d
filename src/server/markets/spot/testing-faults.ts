import type { AuditPart } from '#server/core/ledger/audit-parts.ts';
import { holdFaults, rowFaults } from '#server/core/ledger/testing.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { withdrawalsAudit } from '#server/custody/withdrawals/audit.ts';
import { spotAudit } from './audit.ts';

/**
 * Invariants for tests: coins sum to zero, balances equal their entries, and frozen amounts are exactly what the parts
 * account for, and their rows are as the audit wants them. While the exchange runs, read it in one snapshot.
 *
 * @param parts what rests in the books or waits for withdrawal; for a whole exchange, the parts of all its areas
 * @returns one line per fault
 */
export async function spotFaults(
  client: Queryable,
  parts: readonly AuditPart[] = [spotAudit, withdrawalsAudit],
): Promise<string[]> {
  const faults: string[] = [];
  const sums = await client.query<{ asset: string }>(
    `SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0
      UNION ALL SELECT asset FROM ledger_entries GROUP BY asset HAVING sum(available + frozen + locked) <> 0`,
  );
  for (const { asset } of sums.rows) faults.push(`${asset} does not sum to zero`);
  const apart = await client.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM balances
       LEFT JOIN (SELECT owner, wallet, asset,
                         sum(available) AS available, sum(frozen) AS frozen
                    FROM ledger_entries GROUP BY owner, wallet, asset) AS written USING (owner, wallet, asset)
      WHERE balances.available <> coalesce(written.available, 0) OR balances.frozen <> coalesce(written.frozen, 0)`,
  );
  for (const row of apart.rows) faults.push(`${row.owner} ${row.asset}: balance and entries differ`);
  faults.push(...(await holdFaults(client, ['spot'], parts, { part: 'frozen' })), ...(await rowFaults(client, parts)));
  return faults;
}
