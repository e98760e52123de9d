import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { optionAsset } from './rules.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';

/** Each pool of a round is the stakes on its side. */
const pools: RowCheck = {
  name: 'options: pools',
  table: 'option_rounds',
  open: "phase IN ('waiting', 'in-progress', 'settling')",
  asset: `'${optionAsset}'`,
  beside: `CROSS JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(stake) FILTER (WHERE direction = 'up'), 0) AS up,
           coalesce(sum(stake) FILTER (WHERE direction = 'down'), 0) AS down,
           coalesce(sum(stake) FILTER (WHERE direction = 'flat'), 0) AS flat
      FROM option_entries WHERE round_id = item.id) AS staked`,
  wrong: `(item.up, item.down, item.flat, item.entries) <> (staked.up, staked.down, staked.flat, staked.entries)`,
  says: `'the pools of round ' || item.id || ' are not its stakes'`,
};

/** What a settled stake won is its share of what the others lost, less the fee; without winners or losers all is returned. */
const shares: RowCheck = {
  name: 'options: shares',
  table: 'option_entries',
  open: 'outcome IS NULL',
  asset: `'${optionAsset}'`,
  beside: `LEFT JOIN option_rounds AS round ON round.id = item.round_id
    CROSS JOIN LATERAL (SELECT CASE round.result WHEN 'up' THEN round.up WHEN 'down' THEN round.down WHEN 'flat' THEN round.flat
                                    ELSE 0 END::numeric AS won) AS side
    CROSS JOIN LATERAL (SELECT round.up::numeric + round.down + round.flat - side.won AS lost) AS other
    CROSS JOIN LATERAL (SELECT CASE WHEN side.won > 0 THEN div(other.lost * item.stake, side.won) ELSE 0 END AS units) AS winnings
    CROSS JOIN LATERAL (SELECT div(winnings.units * ${optionFeePerMille}, 1000) AS units) AS fee`,
  wrong: `CASE
    WHEN item.outcome IS NULL THEN item.profit <> 0 OR item.fee <> 0
    WHEN side.won = 0 OR other.lost = 0 THEN item.outcome <> 'draw' OR item.profit <> 0 OR item.fee <> 0
    WHEN item.direction = round.result
      THEN item.outcome <> 'profit' OR item.profit <> winnings.units - fee.units OR item.fee <> fee.units
    ELSE item.outcome <> 'loss' OR item.profit <> 0 OR item.fee <> 0 END`,
  says: `'stake ' || item.id || ' won something else than its share of round ' || item.round_id`,
};

/** What must hold of every round and every stake. */
const optionRows: readonly RowCheck[] = [pools, shares];

/** Balances held by stakes until their round is settled; pools, and what each stake won. */
export const optionsAudit: AuditPart = {
  name: 'options',
  rows: optionRows,
  holds: `
    SELECT owner, ${walletNumber('option')}::smallint AS wallet, '${optionAsset}' AS asset, stake::numeric AS frozen,
           0::numeric AS locked
      FROM option_entries WHERE outcome IS NULL`,
};
