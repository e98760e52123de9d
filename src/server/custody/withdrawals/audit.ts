import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';

/** What withdrawals on their way hold: the whole amount, fee included. */
export const withdrawalsAudit: AuditPart = {
  name: 'withdrawals',
  holds: `
    SELECT owner, ${walletNumber('spot')}::smallint AS wallet, asset, units::numeric AS frozen, 0::numeric AS locked
      FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent')`,
};
