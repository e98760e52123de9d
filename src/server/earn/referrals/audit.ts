import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { productDayStart } from '#protocol/core/product-day.ts';
import { firstDayOf, shareOne } from './rules.ts';

const ofBalances = {
  table: 'team_balances',
  key: [
    ['owner', 'bigint'],
    ['asset', 'text'],
  ],
  asset: 'item.asset',
} as const;

/** What somebody was credited is the sum of what each member brought. */
const members: RowCheck = {
  ...ofBalances,
  name: 'team: members',
  open: 'held > 0 OR owed > 0',
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(credited), 0) AS units FROM team_sums
     WHERE team_sums.owner = item.owner AND team_sums.asset = item.asset) AS listed`,
  wrong: 'item.credited <> listed.units',
  says: `'rebates of ' || item.owner || ' say ' || item.credited || ' were credited, and their members’ fees ' || listed.units`,
};

/** And what the weeks of the chart say; of the fees that brought it both say the same. */
const weeks: RowCheck = {
  ...ofBalances,
  name: 'team: weeks',
  open: 'held > 0 OR owed > 0',
  beside: `CROSS JOIN LATERAL (
      SELECT coalesce(sum(direct + indirect - reversed), 0) AS units, coalesce(sum(fees), 0) AS fees FROM team_weeks
       WHERE team_weeks.owner = item.owner AND team_weeks.asset = item.asset) AS charted
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(fees), 0) AS fees FROM team_sums
       WHERE team_sums.owner = item.owner AND team_sums.asset = item.asset) AS listed`,
  wrong: '(item.credited, listed.fees) <> (charted.units, charted.fees)',
  says: `'rebates of ' || item.owner || ' say ' || item.credited || ' were credited for ' || listed.fees || ', and the weeks '
    || charted.units || ' for ' || charted.fees`,
};

/** And the sum of all rebates that were ever credited or taken back. */
const rebates: RowCheck = {
  ...ofBalances,
  name: 'team: rebates',
  open: null,
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(units), 0) AS units FROM team_rebates
     WHERE team_rebates.owner = item.owner AND team_rebates.asset = item.asset) AS listed`,
  wrong: 'item.credited <> listed.units',
  says: `'rebates of ' || item.owner || ' say ' || item.credited || ' were credited, and the list ' || listed.units`,
};

/** What a member brought in their last week is the rebates of its periods. */
const lastWeeks: RowCheck = {
  name: 'team: last weeks',
  table: 'team_sums',
  key: [
    ['owner', 'bigint'],
    ['member', 'bigint'],
    ['asset', 'text'],
  ],
  open: null,
  asset: 'item.asset',
  beside: `CROSS JOIN LATERAL (SELECT (item.week * 7 + ${firstDayOf(0)})::bigint * ${dayMs} + ${productDayStart(0)} AS at) AS begun
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(units), 0) AS units FROM team_rebates AS own
       WHERE own.member = item.member AND own.owner = item.owner AND own.asset = item.asset
         AND own.period >= begun.at AND own.period < begun.at + ${7 * dayMs}) AS listed`,
  wrong: 'item.week_credited <> listed.units',
  says: `'rebates of ' || item.owner || ' say that ' || item.member || ' brought ' || item.week_credited
    || ' in a week, and the list ' || listed.units`,
};

/** Each rebate is its share of a fee that was kept, and of that fee both say the same. */
const shares: RowCheck = {
  name: 'team: shares',
  table: 'team_rebates',
  open: null,
  asset: 'item.asset',
  wrong: `item.units <> coalesce(div(item.fee::numeric * item.share, ${shareOne}), item.units) OR NOT EXISTS (
    SELECT FROM team_fees AS kept
     WHERE kept.period = item.period AND kept.payer = item.member AND kept.asset = item.asset AND kept.fee = item.fee
       AND item.units = CASE item.generation WHEN 1 THEN kept.direct ELSE kept.indirect END)`,
  says: `'rebate ' || item.id || ' is of a fee that nobody paid, or another share of it'`,
};

/** And of each fee that was shared there are the rebates of both. */
const fees: RowCheck = {
  name: 'team: fees',
  table: 'team_fees',
  key: [
    ['period', 'bigint'],
    ['payer', 'bigint'],
    ['wallet', 'smallint'],
    ['asset', 'text'],
  ],
  open: 'NOT credited',
  asset: 'item.asset',
  wrong: `CASE WHEN item.credited THEN ${['direct', 'indirect']
    .map(
      (column, nth) => `(item.${column} <> 0 AND NOT EXISTS (
        SELECT FROM team_rebates AS own
         WHERE own.member = item.payer AND own.period = item.period AND own.asset = item.asset AND own.fee = item.fee
           AND own.generation = ${nth + 1} AND own.units = item.${column}))`,
    )
    .join(' OR ')} ELSE item.direct <> 0 OR item.indirect <> 0 END`,
  says: `'fees of ' || item.payer || ' of the period ' || item.period || ' were shared otherwise than they say'`,
};

/** What must hold of everybody's rebates. */
const referralRows: readonly RowCheck[] = [members, weeks, rebates, lastWeeks, shares, fees];

/** What the rewards account has set aside is what people hold of rebates; and all of those follow from their members' fees. */
export const referralsAudit: AuditPart = {
  name: 'team',
  rows: referralRows,
  holds: `
    SELECT ${productOwners.rewards}::bigint AS owner, ${walletNumber('spot')}::smallint AS wallet, asset,
           sum(held) AS frozen, 0::numeric AS locked
      FROM team_balances WHERE held > 0 GROUP BY asset`,
};
