import type { AuditPart } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { advertRows } from './row-checks.ts';

/** What listed sell adverts hold: everything that can still be ordered; and what was offered is that and what was ordered. */
export const advertsAudit: AuditPart = {
  name: 'adverts',
  rows: advertRows,
  holds: `
    SELECT owner, ${walletNumber('fiat')}::smallint AS wallet, asset, remaining::numeric AS frozen, 0::numeric AS locked
      FROM adverts WHERE state = 'listed' AND side = 'sell' AND remaining > 0`,
};
