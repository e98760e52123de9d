import { type AuditPart, rowsPerCheckMax, type RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { yieldScale } from '#protocol/mining/maths.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';

const ofMiners = { table: 'miners', open: 'done_at IS NULL', asset: 'item.asset' } as const;

const income = (days: string) =>
  `div(item.power::numeric * item.yield_per_power * ${days} * 10::numeric ^ coin.scale, 10::numeric ^ ${yieldScale})`;

/** What a miner promised follows from its terms, which are those of its model. */
const terms: RowCheck = {
  ...ofMiners,
  name: 'miners: income',
  beside: `LEFT JOIN listed_coins AS coin ON coin.id = item.asset LEFT JOIN miner_models AS model ON model.id = item.model`,
  wrong: `item.promised <> ${income('item.days')} OR item.daily <> ${income('1')}
    OR (item.price, item.yield_per_power, item.fuel_price, item.power, item.days, item.asset)
       <> (model.price, model.yield_per_power, model.fuel_price, model.power, model.days, model.asset)`,
  says: `'miner ' || item.id || ' promised something else than its terms'`,
};

/** What its owner paid for it and its fuel, what was set aside for it, and what it paid. */
const ledger: RowCheck = {
  ...ofMiners,
  name: 'miners: ledger',
  beside: `${movedFor(productOwners.mining, "'miner:' || item.id", 'item.asset')}
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE what = 'collected'), 0) AS collected,
             coalesce(sum(amount) FILTER (WHERE what = 'filled'), 0) AS fuel,
             coalesce(sum(amount) FILTER (WHERE what = 'bought'), 0) AS price,
             coalesce(bool_or(what = 'filled' AND amount <> fuel * item.fuel_price), false) AS is_overpaid
        FROM miner_events WHERE miner = item.id) AS said`,
  wrong: `item.collected <> said.collected OR item.price <> said.price OR said.is_overpaid
    OR (${isWholeSince('item.bought_at')} AND (
      moved.frozen <> item.aside
      OR moved.available <> item.price + said.fuel - item.aside - item.collected))`,
  says: `'miner ' || item.id || ': the ledger or its events say something else than its sums'`,
};

/** What must hold of every miner. */
const minerRows: readonly RowCheck[] = [terms, ledger];

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
