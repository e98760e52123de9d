import type { Check } from './check.ts';

/** Every journal sums to zero per coin, together with its fees, which one transaction collects. */
export const journalsBalance: Check = async ({ query }) => {
  const rows = await query<{ xid: string; asset: string; off: string }>(
    `SELECT xid::text, asset, sum(available) + sum(frozen) + sum(locked) AS off FROM ledger_entries
      GROUP BY xid, asset HAVING sum(available) + sum(frozen) + sum(locked) <> 0`,
  );
  return rows.map(({ xid, asset, off }) => `transaction ${xid} is off by ${off} units of ${asset}`);
};

/** Every balance is the sum of its entries. */
export const balancesFollowEntries: Check = async ({ query }) => {
  const rows = await query<{ owner: string; wallet: number; asset: string }>(
    `SELECT owner::text, wallet, asset FROM balances AS held
       FULL JOIN (SELECT owner, wallet, asset, sum(available) AS available, sum(frozen) AS frozen, sum(locked) AS locked
                    FROM ledger_entries GROUP BY owner, wallet, asset) AS entry USING (owner, wallet, asset)
      WHERE (coalesce(held.available, 0), coalesce(held.frozen, 0), coalesce(held.locked, 0))
            <> (coalesce(entry.available, 0), coalesce(entry.frozen, 0), coalesce(entry.locked, 0))`,
  );
  return rows.map(
    ({ owner, wallet, asset }) =>
      `the balance of ${owner} in wallet ${wallet}, ${asset}, is not the sum of its entries`,
  );
};

/** What orders, subscriptions and withdrawals of users hold in the spot wallet is what is frozen there. */
export const spotHoldsAreFrozen: Check = async ({ query }) => {
  const rows = await query<{ owner: string; asset: string; held: string; frozen: string }>(
    `SELECT owner::text, asset, coalesce(hold.held, 0)::text AS held, coalesce(balance.frozen, 0)::text AS frozen
       FROM (SELECT owner, asset, frozen FROM balances WHERE wallet = 0 AND owner >= 100000) AS balance
       FULL JOIN (SELECT owner, asset, sum(held) AS held FROM (
         SELECT owner, CASE side WHEN 'buy' THEN quote ELSE base END AS asset,
                CASE side WHEN 'buy' THEN div(price::numeric * (amount - filled), 10::numeric ^ scale::numeric)
                          ELSE amount - filled END AS held
           FROM spot_orders JOIN listed_pairs AS listed ON listed.id = pair JOIN listed_coins AS coin ON coin.id = base
          WHERE status = 'open'
         UNION ALL
         SELECT own.owner, project.quote, own.wanted::numeric * project.piece_cost
           FROM launch_commitments AS own JOIN launch_projects AS project ON project.id = own.project
          WHERE own.served_at IS NULL AND project.manner = 'pro-rata'
         UNION ALL
         SELECT owner, asset, units FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent')) AS one
         WHERE owner >= 100000 GROUP BY owner, asset) AS hold USING (owner, asset)
      WHERE coalesce(hold.held, 0) <> coalesce(balance.frozen, 0)`,
  );
  return rows.map(({ owner, asset, held, frozen }) => `${owner} has ${frozen} of ${asset} frozen, and ${held} is held`);
};

/** The audit of the exchange, which runs all the time, found nothing. */
export const auditIsContent: Check = async ({ query }) => {
  const rows = await query<{ findings: unknown }>('SELECT findings FROM audit_state');
  return rows.flatMap(({ findings }) =>
    (Array.isArray(findings) ? findings : []).map((finding) => `the audit: ${JSON.stringify(finding)}`),
  );
};

/** Nobody waits for a lock of somebody who waits for them: locks are taken in one order (`src/server/core/ledger/lock-order.ts`). */
export const nobodyWaitsInACircle: Check = async ({ query }) => {
  const rows = await query<{ what: string }>(
    `WITH RECURSIVE waits AS MATERIALIZED (
       SELECT pid, query AS what, unnest(pg_blocking_pids(pid)) AS holder FROM pg_stat_activity WHERE wait_event_type = 'Lock'
     ), path AS (
       SELECT pid, what, holder FROM waits
        UNION SELECT path.pid, path.what, waits.holder FROM path JOIN waits ON waits.pid = path.holder)
     SELECT what FROM path WHERE pid = holder`,
  );
  return rows.map(({ what }) => `somebody waits in a circle of locks: ${what.slice(0, 200)}`);
};
