import type { RowCheck } from '../../core/ledger/audit-parts.ts';
import { isWholeSince } from '../../core/ledger/audit-references.ts';

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
export const depositRows: readonly RowCheck[] = [ledger];
