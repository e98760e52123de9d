import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { referralRows } from './row-checks.ts';

/** What the rewards account has set aside is what people hold of rebates; and all of those follow from their members' fees. */
export const referralsAudit: AuditPart = {
  name: 'team',
  rows: referralRows,
  holds: `
    SELECT ${productOwners.rewards}::bigint AS owner, ${walletNumber('spot')}::smallint AS wallet, asset,
           sum(held) AS frozen, 0::numeric AS locked
      FROM team_balances WHERE held > 0 GROUP BY asset`,
};
