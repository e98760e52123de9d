import { firstUser } from '#server/core/ledger/account.ts';
import type { Check } from './check.ts';

/** Smallest units of one USDT, and how long what was bought from others has to stay, as the exchange promises it. */
const perUsdt = 100_000_000;
const heldMs = 86_400_000;

/** The wallets spot and fiat: what is held stays in these. */
const heldIn = '(0, 2)';

/** Payments of coins to whoever bought them from others, each with what it keeps its buyer from giving away. */
const purchases = `
  SELECT entry.owner, entry.id, entry.at, item.id AS fiat_order, item.units
    FROM fiat_orders AS item
    JOIN ledger_entries AS entry
      ON entry.owner = item.buyer AND entry.kind = 'fiat-trade' AND entry.reference = item.id::text
   WHERE item.state = 'completed' AND item.asset = 'USDT' AND item.buyer >= ${firstUser}`;

/** Every purchase of USDT from others is held for a day, as so much value as it was. */
export const purchasesAreHeld: Check = async ({ query, now }) => {
  const rows = await query<{ id: string; owner: string }>(
    `SELECT bought.fiat_order::text AS id, bought.owner::text
       FROM (${purchases}) AS bought LEFT JOIN value_holds AS hold USING (owner, fiat_order)
      WHERE bought.at + ${heldMs} > $1 AND (hold.value IS DISTINCT FROM bought.units OR hold.until < bought.at + ${heldMs})`,
    [now],
  );
  return rows.map(({ id, owner }) => `what ${owner} bought by P2P order ${id} is not held`);
};

/**
 * What people who bought from others have in the two wallets, journal by journal: what each took and gave there, and what was
 * left and held behind it, all in USDT. Coins count the most that they were worth around it. Coins behind adverts and
 * withdrawals are not there any more; those behind orders of the book are.
 */
const journals = `
  WITH bought AS MATERIALIZED (${purchases}),
  moved AS MATERIALIZED (
    SELECT owner, journal_id, kind, asset, max(id) AS id, max(at) AS at,
           sum(available + CASE WHEN wallet = 0 AND kind NOT LIKE 'withdrawal%' THEN frozen ELSE 0 END) AS units
      FROM ledger_entries
     WHERE owner IN (SELECT owner FROM bought) AND wallet IN ${heldIn} GROUP BY 1, 2, 3, 4),
  journal AS (
    SELECT owner, journal_id, kind, max(id) AS id, max(at) AS at FROM moved GROUP BY 1, 2, 3),
  standing AS (
    SELECT journal.owner, journal.id, journal.kind, journal.at,
           sum(worth.before * price.usdt) FILTER (WHERE asset IS NOT NULL) + sum(worth.change * price.usdt) AS remaining,
           sum(greatest(worth.change, 0) * price.usdt) AS took, sum(greatest(-worth.change, 0) * price.usdt) AS gave
      FROM journal
     CROSS JOIN LATERAL (
       SELECT asset, coalesce(sum(units) FILTER (WHERE moved.id < journal.id AND moved.journal_id <> journal.journal_id), 0) AS before,
              coalesce(sum(units) FILTER (WHERE moved.journal_id = journal.journal_id), 0) AS change
         FROM moved WHERE moved.owner = journal.owner AND moved.id <= journal.id GROUP BY asset) AS worth
     CROSS JOIN LATERAL (
       SELECT CASE WHEN asset = 'USDT' THEN 1 ELSE coalesce(
                (SELECT max(minute.high / 10::numeric ^ (listed.price_decimals + coin.scale)) * ${perUsdt}
                   FROM listed_pairs AS listed JOIN market_minutes AS minute ON minute.pair = listed.id
                   JOIN listed_coins AS coin ON coin.id = listed.base
                  WHERE listed.id = asset || 'USDT' AND minute.start_at BETWEEN journal.at - 180000 AND journal.at + 60000),
                0) END AS usdt) AS price
     GROUP BY 1, 2, 3, 4)`;

/**
 * What was bought from others stays for a day, whatever it was converted to or traded for: no journal gives away what
 * brings its owner below it. A fair trade and a conversion give about as much as they take.
 */
export const heldValueStays: Check = async ({ query }) => {
  const rows = await query<{ owner: string; kind: string; left: string; held: string }>(
    `${journals}
     SELECT owner::text, kind, trunc(remaining / ${perUsdt}, 2)::text AS left, trunc(held / ${perUsdt}, 2)::text AS held
       FROM standing
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(units), 0) AS held FROM bought
         WHERE bought.owner = standing.owner AND bought.id < standing.id AND bought.at + ${heldMs} > standing.at) AS kept
      WHERE took < 0.8 * gave AND remaining < 0.8 * held ORDER BY id`,
  );
  return rows.map(
    ({ owner, kind, left, held }) => `${owner} has ${left} USDT left after a ${kind}, of which ${held} is held`,
  );
};
