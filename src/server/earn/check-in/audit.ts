import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { checkInRows } from './row-checks.ts';

/** What is frozen in the rewards account is what runs of seven days were promised, and no pool promised more than used. */
export const checkInAudit: AuditPart = {
  name: 'sign-in',
  rows: checkInRows,
  holds: `SELECT ${productOwners.rewards}::bigint AS owner, ${walletNumber('spot')}::smallint AS wallet, asset,
                 sum(promised)::bigint AS frozen, 0::bigint AS locked
            FROM sign_in_streaks WHERE promised > 0 GROUP BY asset`,
  async find(client) {
    const { rows } = await client.query<{ month: string; asset: string; used: string; promised: string }>(
      `SELECT month, sign_in_pools.asset, used, run.promised
         FROM sign_in_pools
         JOIN (SELECT pool, sum(promised) AS promised FROM sign_in_streaks WHERE promised > 0 GROUP BY pool) AS run
           ON run.pool = month
        WHERE used < run.promised ORDER BY month LIMIT ${rowsPerCheckMax}`,
    );
    return rows.map(({ month, asset, used, promised }) => ({
      asset,
      text: `the sign-in pool of ${month} has used ${used} and promised ${promised}`,
    }));
  },
};
