import { type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';

/** What the rewards account has set aside is what people hold of rebates; and no period shared more than its fees. */
export const teamAudit: AuditPart = {
  name: 'team',
  holds: `
    SELECT ${productOwners.rewards}::bigint AS owner, ${walletNumber('spot')}::smallint AS wallet, asset,
           sum(held) AS frozen, 0::numeric AS locked
      FROM team_balances WHERE held > 0 GROUP BY asset`,
  async find(client, { full }) {
    if (!full) return [];
    const { rows } = await client.query<{ asset: string; owner: string; credited: string; listed: string }>(
      `SELECT asset, owner, credited, listed.units AS listed FROM team_balances
        CROSS JOIN LATERAL (SELECT coalesce(sum(credited), 0) AS units FROM team_sums
                             WHERE team_sums.owner = team_balances.owner AND team_sums.asset = team_balances.asset) AS listed
        WHERE credited <> listed.units LIMIT ${rowsPerCheckMax}`,
    );
    return rows.map(({ asset, owner, credited, listed }) => ({
      asset,
      text: `rebates of ${owner} say ${credited} were credited, and their members' fees ${listed}`,
    }));
  },
};
