import { type AuditPart, rowsPerCheckMax, type RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { productDayStart } from '#protocol/core/product-day.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';
import { runDays } from './rules.ts';

const position = `((item.length - 1) % ${runDays} + 1)`;

/** What is promised to somebody who runs is what the days ahead pay, each what the last day paid, and the seventh twice that. */
const streaks: RowCheck = {
  name: 'sign-in: promises',
  table: 'sign_in_streaks',
  key: [['owner', 'bigint']],
  open: 'promised > 0',
  asset: "coalesce(item.asset, '')",
  beside: 'LEFT JOIN sign_ins AS last ON last.owner = item.owner AND last.day = item.last_day',
  wrong: `item.promised > 0 AND (
    item.promised <> CASE ${position} WHEN ${runDays} THEN 0 ELSE (${runDays} + 1 - ${position}) * item.reward END
    OR last.position <> ${position} OR last.units <> item.reward)`,
  says: `'the days of ' || item.owner || ' in a row were promised something else than they pay'`,
};

const monthStart = `(extract(epoch FROM (item.month || '-01')::timestamp) * 1000 + ${productDayStart(0)})`;

/** What a pool used is what the ledger took of the cover for it; a promise that is kept moves what was taken before. */
const pools: RowCheck = {
  name: 'sign-in: pools',
  table: 'sign_in_pools',
  key: [['month', 'text']],
  open: 'month = (SELECT max(month) FROM sign_in_pools)',
  asset: 'item.asset',
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(available), 0) AS available FROM (
      SELECT available FROM audited_references WHERE owner = ${productOwners.rewards} AND reference = 'sign-in:' || item.month
       UNION ALL
      SELECT available FROM audit_late_references WHERE owner = ${productOwners.rewards} AND reference = 'sign-in:' || item.month
    ) AS each) AS moved`,
  wrong: `${isWholeSince(monthStart)} AND item.used <> item.used_before - moved.available`,
  says: `'the sign-in pool of ' || item.month || ' says it used ' || item.used || ', and the ledger something else'`,
};

/** What the days of somebody paid out of one pool is what the ledger gave them of it. Compared at the last of those days. */
const days: RowCheck = {
  name: 'sign-in: days',
  table: 'sign_ins',
  key: [
    ['owner', 'bigint'],
    ['day', 'integer'],
  ],
  open: null,
  asset: 'item.asset',
  beside: `${movedFor('item.owner', "'sign-in:' || item.pool", 'item.asset')}
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(units), 0) AS units, min(at) AS began, max(day) AS last FROM sign_ins AS own
       WHERE own.owner = item.owner AND own.pool = item.pool AND own.asset = item.asset
         AND own.day BETWEEN item.day - ${2 * 31} AND item.day + ${2 * 31}) AS paid`,
  wrong: `item.pool IS NOT NULL AND item.day = paid.last AND ${isWholeSince('paid.began')} AND moved.available <> paid.units`,
  says: `'the days of ' || item.owner || ' say something else was paid of the pool of ' || item.pool || ' than the ledger'`,
};

/** What must hold of what was paid, and promised for days to come. */
const checkInRows: readonly RowCheck[] = [streaks, pools, days];

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
