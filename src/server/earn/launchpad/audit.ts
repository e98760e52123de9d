import { houseOwners } from '../../core/ledger/account.ts';
import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { launchpadRows } from './row-checks.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';

/** Money that people committed, and coins that are held until they are handed out or no longer promised. */
export const launchpadAudit: AuditPart = {
  name: 'launch',
  rows: launchpadRows,
  holds: `
    SELECT own.owner, ${walletNumber('spot')}::smallint AS wallet, project.quote AS asset,
           own.wanted::numeric * project.piece_cost AS frozen, 0::numeric AS locked
      FROM launch_commitments AS own JOIN launch_projects AS project ON project.id = own.project
     WHERE own.served_at IS NULL AND project.manner = 'pro-rata'
    UNION ALL
    SELECT ${houseOwners.launch}::bigint, ${walletNumber('spot')}::smallint, coin,
           (pieces - paid)::numeric * piece, 0::numeric
      FROM launch_projects WHERE phase <> 'ended'`,
};
