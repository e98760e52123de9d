import { type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { minerRows } from './row-checks.ts';

/** What the mining account has set aside for the income of miners, and that no more are sold than there are miners. */
export const miningAudit: AuditPart = {
  name: 'miners',
  rows: minerRows,
  holds: `
    SELECT ${productOwners.mining}::bigint AS owner, ${walletNumber('spot')}::smallint AS wallet, asset,
           sum(aside) AS frozen, 0::numeric AS locked
      FROM miners WHERE aside <> 0 GROUP BY asset`,
  async find(client) {
    const { rows } = await client.query<{ asset: string; name: string; sold: number; last: number }>(
      `SELECT asset, name, sold, last.number AS last
         FROM miner_models, LATERAL (
           SELECT coalesce(max(number), 0) AS number FROM miners WHERE miners.model = miner_models.id) AS last
        WHERE sold <> last.number LIMIT ${rowsPerCheckMax}`,
    );
    return rows.map(({ asset, name, sold, last }) => ({
      asset,
      text: `${sold} miners of ${name} are sold, and the last has number ${last}`,
    }));
  },
};
