import type { Queryable } from '#server/core/store/database.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { type AuditFinding, type AuditPart, rowsPerCheckMax, type RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { isWholeSince } from '#server/core/ledger/audit-references.ts';

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

/** A deposit gave its owner its units while its block stands, and what its undoing could not take back. */
const ledger: RowCheck = {
  name: 'deposits: ledger',
  table: 'deposits',
  open: "state IN ('seen', 'credited', 'under-review')",
  asset: 'item.asset',
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(available + locked), 0) AS units, coalesce(sum(locked), 0) AS locked FROM ledger_entries
     WHERE owner = item.owner AND reference = item.id::text AND asset = item.asset
       AND kind IN ('deposit', 'deposit-free', 'deposit-undone')) AS moved`,
  wrong: `${isWholeSince('item.at')} AND (
    moved.units <> item.owed + CASE WHEN item.state IN ('credited', 'free') THEN item.units ELSE 0 END
    OR moved.locked <> CASE item.state WHEN 'credited' THEN item.units - item.repaid ELSE 0 END)`,
  says: `'deposit ' || item.id || ': the ledger credited something else'`,
};

/** What must hold of every deposit. */
const depositRows: readonly RowCheck[] = [ledger];

/** What unconfirmed deposits hold, and what reorganisations took back. */
export const depositsAudit: AuditPart = {
  name: 'deposits',
  rows: depositRows,
  holds: `
    SELECT owner, ${spot}::smallint AS wallet, asset, 0::numeric AS frozen, (units - repaid)::numeric AS locked
      FROM deposits WHERE state IN ('seen', 'credited') AND state = 'credited'`,
  find: wrongShortfall,
};
