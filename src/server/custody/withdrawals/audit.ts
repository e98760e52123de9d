import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { isWholeSince } from '#server/core/ledger/audit-references.ts';

/** What was frozen for a withdrawal, and what left with it or came back. */
const ledger: RowCheck = {
  name: 'withdrawals: ledger',
  table: 'withdrawals',
  open: "state IN ('under-review', 'approved', 'sent')",
  asset: 'item.asset',
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(available), 0) AS available, coalesce(sum(frozen), 0) AS frozen,
           coalesce(-sum(frozen) FILTER (WHERE kind = 'withdrawal-fee'), 0) AS fee
      FROM ledger_entries
     WHERE owner = item.owner AND reference = item.id::text AND asset = item.asset
       AND kind IN ('withdrawal-freeze', 'withdrawal', 'withdrawal-fee', 'withdrawal-release')) AS moved`,
  wrong: `${isWholeSince('item.created_at')} AND (
    moved.frozen <> CASE WHEN item.state IN ('under-review', 'approved', 'sent') THEN item.units ELSE 0 END
    OR moved.available <> CASE WHEN item.state IN ('refused', 'failed') THEN 0 ELSE -item.units END
    OR moved.fee <> CASE item.state WHEN 'confirmed' THEN item.fee ELSE 0 END)`,
  says: `'withdrawal ' || item.id || ': the ledger froze or paid something else'`,
};

/** The fee is what its owner agreed to and its reviewer saw, in whole coins. */
const fee: RowCheck = {
  name: 'withdrawals: fee',
  table: 'withdrawals',
  open: "state IN ('under-review', 'approved', 'sent')",
  asset: 'item.asset',
  beside: `LEFT JOIN reviews AS seen ON seen.kind = 'withdrawal' AND seen.subject = item.id
    LEFT JOIN listed_coins AS coin ON coin.id = item.asset`,
  wrong: `seen.id IS NOT NULL AND (item.fee, item.units)
    <> ((seen.facts->>'fee')::numeric * 10::numeric ^ coin.scale, (seen.facts->>'amount')::numeric * 10::numeric ^ coin.scale)`,
  says: `'withdrawal ' || item.id || ': its review names another amount or fee'`,
};

/** What must hold of every withdrawal. */
const withdrawalRows: readonly RowCheck[] = [ledger, fee];

/** What pending withdrawals hold: the whole amount including the fee. */
export const withdrawalsAudit: AuditPart = {
  name: 'withdrawals',
  rows: withdrawalRows,
  holds: `
    SELECT owner, ${walletNumber('spot')}::smallint AS wallet, asset, units::numeric AS frozen, 0::numeric AS locked
      FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent')`,
};
