import { houseOwners } from '#server/core/ledger/account.ts';
import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';
import { productOwners } from '../backing/accounts.ts';

const ofProjects = { table: 'launch_projects', open: "phase <> 'ended'", asset: 'item.coin' } as const;

/** What a project counts is what its commitments come to. */
const commitments: RowCheck = {
  ...ofProjects,
  name: 'launch: commitments',
  beside: `CROSS JOIN LATERAL (
    SELECT count(*) AS people, coalesce(sum(wanted), 0) AS wanted, coalesce(sum(allotted), 0) AS allotted,
           coalesce(sum(allotted) FILTER (WHERE served_at IS NOT NULL), 0) AS served
      FROM launch_commitments WHERE project = item.id) AS own`,
  wrong: `item.people <> own.people OR item.wanted <> own.wanted OR CASE
    WHEN item.manner = 'first-come'
      THEN item.allotted <> own.allotted OR item.allotted <> own.wanted OR item.paid <> own.allotted
    ELSE item.paid <> own.served
      OR item.allotted <> CASE WHEN item.phase IN ('settling', 'ended') THEN own.allotted ELSE 0 END END`,
  says: `'project ' || item.id || ' counts something else than its commitments'`,
};

/** Coins that were set aside and handed out, and the money for them. A project is announced 90 days before it opens at most. */
const ledger: RowCheck = {
  ...ofProjects,
  name: 'launch: ledger',
  beside: `${movedFor(productOwners.launchpad, 'item.id::text', 'item.coin')}
    ${movedFor(productOwners.launchpad, 'item.id::text', 'item.quote', 'taken')}
    CROSS JOIN LATERAL (SELECT (item.pieces - item.paid)::numeric * item.piece AS units) AS unsold`,
  wrong: `${isWholeSince(`item.opens_at - ${90 * dayMs}`)} AND (
    moved.frozen <> CASE item.phase WHEN 'ended' THEN 0 ELSE unsold.units END
    OR moved.available <> CASE item.phase WHEN 'ended' THEN unsold.units ELSE 0 END - item.pieces::numeric * item.piece
    OR taken.available <> item.paid::numeric * item.piece_cost)`,
  says: `'project ' || item.id || ': the ledger set aside, handed out or took something else'`,
};

/** What must hold of every project. */
const launchpadRows: readonly RowCheck[] = [commitments, ledger];

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
