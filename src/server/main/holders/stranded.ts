import { dayMs } from '#protocol/core/durations.ts';
import type { Stranded } from '#server/core/ledger/audit-parts.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { type Holder, holders } from './holders.ts';

/**
 * Whatever a holder stands on has ended for longer than any way out of it takes (the longest is the sale of collateral, a day):
 * then no call and no job moves the money any more, and an operator has to.
 */
export const strandedAfterMs = 2 * dayMs;
/** Rows that one look names: the first ones say enough. */
const namedMax = 20;

/** One indexed look: `owner`, `asset`, `units` and `reason` of money whose ground ended before `$1`, `$2` rows at most. */
interface Look {
  readonly sql: string;
}

/** Pairs that are gone, or should be by now: a row each, so this is no scan. */
const isGone = `pair.state IN ('closing', 'closed') AND pair.closes_at < $1`;

/** Where money of each holder would be stuck; or why it cannot be. */
export const looks: Readonly<Record<Holder, Look | string>> = {
  'spot-order': {
    sql: `SELECT owner, CASE placed.side WHEN 'buy' THEN pair.quote ELSE pair.base END AS asset,
                 CASE placed.side WHEN 'buy' THEN div(placed.price::numeric * (placed.amount - placed.filled), 10::numeric ^ pair.scale::numeric)
                                  ELSE placed.amount - placed.filled END AS units,
                 'an order rests in ' || pair.id || ', which is delisted' AS reason
            FROM (SELECT pair.*, coin.scale FROM listed_pairs AS pair JOIN listed_coins AS coin ON coin.id = pair.base
                   WHERE ${isGone}) AS pair
            CROSS JOIN LATERAL (SELECT * FROM spot_orders WHERE spot_orders.pair = pair.id AND status = 'open'
                                 ORDER BY id LIMIT $2) AS placed LIMIT $2`,
  },
  'contract-order': 'a contract does not end, nor the pair that one follows',
  position: 'a contract does not end, nor the pair that one follows',
  robot: {
    sql: `SELECT owner, quote AS asset, quote_held AS units, 'a robot runs on ' || pair.id || ', which is delisted' AS reason
            FROM (SELECT id FROM listed_pairs AS pair WHERE ${isGone}) AS pair
            CROSS JOIN LATERAL (SELECT * FROM robots WHERE robots.pair = pair.id AND state <> 'stopped'
                                 ORDER BY id LIMIT $2) AS robot LIMIT $2`,
  },
  option: {
    sql: `SELECT entry.owner, 'USDT' AS asset, entry.stake AS units,
                 'round ' || round.id || ' of ' || round.coin || ' is not settled' AS reason
            FROM (SELECT id, coin FROM option_rounds
                   WHERE phase IN ('waiting', 'in-progress', 'settling') AND strike_at < $1 AND settle_at < $1
                   ORDER BY strike_at LIMIT $2) AS round
            CROSS JOIN LATERAL (SELECT owner, stake FROM option_entries
                                 WHERE round_id = round.id AND outcome IS NULL LIMIT $2) AS entry LIMIT $2`,
  },
  conversion: 'a quote holds nothing, and both coins move in one transaction',
  'loan-debt': 'a debt holds nothing but its collateral',
  'loan-collateral': {
    sql: `SELECT owner, collateral AS asset, locked AS units, 'the sale of the collateral of loan ' || id || ' stands still' AS reason
            FROM loans WHERE stalled_at IS NOT NULL AND stalled_at < $1 ORDER BY stalled_at LIMIT $2`,
  },
  'fixed-term': {
    sql: `SELECT owner, asset, principal AS units, 'fixed term ' || id || ' is over and not paid' AS reason
            FROM fixed_holdings WHERE state = 'not-earned' AND ends_at < $1 ORDER BY ends_at LIMIT $2`,
  },
  launch: {
    sql: `SELECT own.owner, project.quote AS asset, own.wanted * project.piece_cost AS units,
                 'subscription ' || project.id || ' is closed and not settled' AS reason
            FROM (SELECT * FROM launch_projects WHERE due_at IS NOT NULL AND due_at < $1 AND closes_at < $1
                   ORDER BY due_at LIMIT $2) AS project
            CROSS JOIN LATERAL (SELECT owner, wanted FROM launch_commitments
                                 WHERE launch_commitments.project = project.id AND served_at IS NULL LIMIT $2) AS own LIMIT $2`,
  },
  miner: 'a miner is paid for when it is bought, and its income is kept in the house account',
  advert: 'its owner withdraws it at any time, whatever the standing',
  'fiat-order': {
    sql: `(SELECT seller AS owner, asset, units, 'fiat order ' || id || ' is overdue' AS reason
             FROM fiat_orders WHERE due_at IS NOT NULL AND due_at < $1 ORDER BY due_at LIMIT $2)
          UNION ALL
          (SELECT seller, asset, units, 'the appeal of fiat order ' || id || ' is not decided'
             FROM fiat_orders WHERE state = 'appeal' AND appealed_at < $1 ORDER BY id LIMIT $2)`,
  },
  'merchant-deposit': 'its owner asks it back at any time, whatever the standing',
  // A voucher waits for an operator, whom its review reminds.
  deposit: {
    sql: `SELECT owner, asset, units, 'deposit ' || id || ' on ' || chain || ' is not confirmed' AS reason
            FROM deposits WHERE state IN ('seen', 'credited') AND updated_at < $1 ORDER BY chain, id LIMIT $2`,
  },
  withdrawal: {
    sql: `SELECT owner, asset, units, 'withdrawal ' || id || ' on ' || chain || ' waits: ' || coalesce(hindrance, state) AS reason
            FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent') AND updated_at < $1
           ORDER BY chain, id LIMIT $2`,
  },
};

/** Money that no call moves any more, by owner and reason. */
export async function findStranded(client: Queryable, now: number): Promise<Stranded[]> {
  const found: Stranded[] = [];
  for (const holder of holders) {
    const look = looks[holder];
    if (typeof look === 'string') continue;
    const { rows } = await client.query<{ owner: string; asset: string; units: string; reason: string }>(look.sql, [
      now - strandedAfterMs,
      namedMax,
    ]);
    for (const { owner, asset, units, reason } of rows) {
      found.push({ holder, owner: BigInt(owner), asset, units: BigInt(units), reason });
    }
  }
  return found;
}
