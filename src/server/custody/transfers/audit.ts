import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';

const reference = "'instant-transfer:' || item.id";

/** What an instant transfer says was paid is what left the one and came to the other. */
const paid: RowCheck = {
  name: 'transfers: ledger',
  table: 'instant_transfers',
  open: null,
  asset: 'item.asset',
  beside: `${movedFor('item.payer', reference, 'item.asset', 'left_one')}
    ${movedFor('item.recipient', reference, 'item.asset', 'came')}`,
  wrong: `${isWholeSince('item.at')} AND (left_one.available <> -item.amount OR came.available <> item.amount)`,
  says: `'instant transfer ' || item.id || ' says something else was paid than the ledger'`,
};

/** Payments between users. */
export const transfersAudit: AuditPart = { name: 'instant transfers', rows: [paid] };
