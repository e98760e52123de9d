import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { withdrawalRows } from './row-checks.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';

/** What pending withdrawals hold: the whole amount including the fee. */
export const withdrawalsAudit: AuditPart = {
  name: 'withdrawals',
  rows: withdrawalRows,
  holds: `
    SELECT owner, ${walletNumber('spot')}::smallint AS wallet, asset, units::numeric AS frozen, 0::numeric AS locked
      FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent')`,
};
