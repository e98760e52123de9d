import type { Queryable } from '../../core/store/database.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { type AuditFinding, type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { depositRows } from './row-checks.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';

const spot = walletNumber('spot');

/** Deposits reorganised away after they were spent are booked on `shortfall`, deposit by deposit. */
async function wrongShortfall(client: Queryable): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ asset: string; held: string; owed: string }>(
    `SELECT asset, coalesce(held, 0) AS held, -coalesce(owed, 0) AS owed
       FROM (SELECT asset, available AS held FROM balances WHERE owner = $1 AND wallet = $2) AS shortfall
       FULL JOIN (SELECT asset, sum(owed) AS owed FROM deposits WHERE owed > 0 GROUP BY asset) AS taken USING (asset)
      WHERE coalesce(held, 0) <> -coalesce(owed, 0) ORDER BY asset LIMIT ${rowsPerCheckMax}`,
    [houseOwners.shortfall, spot],
  );
  return rows.map(({ asset, held, owed }) => ({
    asset,
    text: `the shortfall of ${asset} is ${held} and deposits owe ${owed}`,
  }));
}

/** What unconfirmed deposits hold, and what reorganisations took back. */
export const depositsAudit: AuditPart = {
  name: 'deposits',
  rows: depositRows,
  holds: `
    SELECT owner, ${spot}::smallint AS wallet, asset, 0::numeric AS frozen, (units - repaid)::numeric AS locked
      FROM deposits WHERE state IN ('seen', 'credited') AND state = 'credited'`,
  find: wrongShortfall,
};
