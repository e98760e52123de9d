import { firstUser } from '#server/core/ledger/account.ts';
import type { Check } from './check.ts';

/** The clocks of the exchange and of its console may be apart by this, in milliseconds. */
const apartMs = 5_000;
/** So many cancellations of a day are free, as the exchange promises it; the next one costs half of the deposit. */
const freeCancels = 2;
/** Days begin at midnight of UTC+8. */
const dayOf = (time: string) => `div(${time} + 28800000, 86400000)`;

/** Whoever may not trade has no advert that others could take, and nobody took one meanwhile. */
export const awayMerchantsRest: Check = async ({ query }) => {
  const rows = await query<{ says: string }>(
    `SELECT concat_ws(' ', 'advert', advert.id, 'of', advert.owner, 'is listed while its owner may not trade') AS says
       FROM adverts AS advert JOIN users AS person ON person.id = advert.owner
       LEFT JOIN merchants AS merchant ON merchant.owner = advert.owner
      WHERE advert.state = 'listed' AND NOT paused AND (disabled OR merchant.suspended_at IS NOT NULL)
      UNION ALL
     SELECT concat_ws(' ', 'advert', advert.id, 'of', advert.owner, 'went on after', began.what)
       FROM adverts AS advert JOIN operator_log AS began ON began.subject = advert.owner::text
      WHERE began.what IN ('disable-account', 'suspend-merchant')
        AND advert.state = 'listed' AND NOT advert.paused AND advert.updated_at < began.at - ${apartMs}
      UNION ALL
     SELECT concat_ws(' ', 'P2P order', item.id, 'was taken of', item.merchant, 'after', began.what)
       FROM fiat_orders AS item
       JOIN operator_log AS began ON began.subject = item.merchant::text AND began.what IN ('disable-account', 'suspend-merchant')
      WHERE item.created_at > began.at + ${apartMs}
        AND NOT EXISTS (SELECT FROM fiat_cases AS opened WHERE opened.fiat_order = item.id AND opened.at = began.at)
        AND NOT EXISTS (
          SELECT FROM operator_log AS ended
           WHERE ended.subject = began.subject AND ended.id > began.id AND ended.at < item.created_at + ${apartMs}
             AND ended.what = CASE began.what WHEN 'disable-account' THEN 'enable-account' ELSE 'resume-merchant' END)`,
  );
  return rows.map(({ says }) => says);
};

/** Nobody trades with a merchant whose deposit is not whole: each order was taken while all of it was there. */
export const merchantsKeepDeposits: Check = async ({ query }) => {
  const rows = await query<{ id: string; merchant: string; deposit: string }>(
    `SELECT item.id::text, item.merchant::text, deposit.units::text AS deposit
       FROM fiat_orders AS item
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(locked), 0) AS units FROM ledger_entries
         WHERE owner = item.merchant AND wallet = 2 AND asset = 'USDT' AND at < item.created_at - ${apartMs}) AS deposit
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(locked), 0) AS units FROM ledger_entries
         WHERE owner = item.merchant AND wallet = 2 AND asset = 'USDT' AND at < item.created_at + ${apartMs}) AS soon
      WHERE item.merchant >= ${firstUser} AND greatest(deposit.units, soon.units) < 50000000000`,
  );
  return rows.map(
    ({ id, merchant, deposit }) => `P2P order ${id} was taken of ${merchant}, whose deposit was ${deposit} units`,
  );
};

/**
 * Orders that ended by their buyer's doing, with the place in the day that they have to have; none where there was a case. One
 * that is opened as the order ends may come too late for it.
 */
const cancelled = `
  SELECT item.*, ${dayOf('item.ended_at')} AS day,
         CASE WHEN counts
              THEN count(*) FILTER (WHERE counts) OVER (
                     PARTITION BY buyer, ${dayOf('item.ended_at')} ORDER BY cancel_number NULLS LAST, id ROWS UNBOUNDED PRECEDING)
         END AS nth
    FROM (
      SELECT one.*, opened.fiat_order IS NULL OR one.cancel_number IS NOT NULL AND opened.at > one.ended_at - ${apartMs} AS counts
        FROM fiat_orders AS one LEFT JOIN fiat_cases AS opened ON opened.fiat_order = one.id
       WHERE ended_by IN ('buyer', 'timeout') AND buyer >= ${firstUser} AND excuse IS DISTINCT FROM 'unanswered') AS item`;

/** Whoever cancels or does not pay in time is counted each time, unless customer service looks after the order. */
export const cancellationsCount: Check = async ({ query }) => {
  const rows = await query<{ id: string; number: string | null; nth: string | null }>(
    `SELECT id::text, cancel_number::text AS number, nth::text FROM (${cancelled}) AS item
      WHERE cancel_number IS DISTINCT FROM nth`,
  );
  return rows.map(
    ({ id, number, nth }) => `P2P order ${id} is cancellation ${number} of its buyer's day instead of ${nth}`,
  );
};

/** Each cancellation beyond the free ones costs half of the deposit that there is, and ends the day of whoever takes orders. */
export const cancellationsCost: Check = async ({ query }) => {
  const rows = await query<{ says: string }>(
    `WITH item AS MATERIALIZED (${cancelled}), cost AS (
       SELECT item.*, coalesce(-paid.locked, 0) AS took,
              (SELECT coalesce(sum(locked), 0) FROM ledger_entries AS entry
                WHERE entry.owner = buyer AND wallet = 2 AND entry.asset = 'USDT'
                  AND CASE WHEN paid.id IS NULL THEN entry.at < ended_at ELSE entry.id < paid.id END) AS deposit
         FROM item LEFT JOIN ledger_entries AS paid
           ON paid.owner = buyer AND paid.kind = 'merchant-penalty' AND paid.reference = item.id::text AND paid.locked < 0)
     SELECT concat_ws(' ', 'cancellation', nth, 'by P2P order', id, 'took', took, 'of a deposit of', deposit) AS says FROM cost
      WHERE took <> CASE WHEN nth > ${freeCancels} AND (ended_by = 'buyer' OR confirmed) THEN div(deposit, 2) ELSE 0 END
      UNION ALL
     SELECT concat_ws(' ', 'P2P order', late.id, 'was taken after', count(*), 'cancellations of', late.taker)
       FROM fiat_orders AS late JOIN item ON item.buyer = late.taker AND item.nth IS NOT NULL
      WHERE item.day = ${dayOf('late.created_at')} AND item.ended_at < late.created_at - ${apartMs}
      GROUP BY late.id HAVING count(*) > ${freeCancels}`,
  );
  return rows.map(({ says }) => says);
};

/** Payments are marked in time, what was marked does not expire, and an appeal ends as its arbiter decided. */
export const p2pOrdersEndRightly: Check = async ({ query }) => {
  const rows = await query<{ id: string; says: string }>(
    `SELECT id::text, concat_ws(' ', state, 'by', ended_by, 'with', decision) AS says FROM fiat_orders
      WHERE paid_at >= pay_until
         OR ended_by = 'timeout' AND (paid_at IS NOT NULL OR ended_at < pay_until)
         OR ended_by = 'arbiter' AND state <> CASE decision WHEN 'release' THEN 'completed' ELSE 'cancelled' END
         OR ended_by = 'seller' AND (paid_at IS NULL OR state <> 'completed')
         OR ended_by IN ('buyer', 'timeout') AND state <> 'cancelled'`,
  );
  return rows.map(({ id, says }) => `P2P order ${id} ended wrongly: ${says}`);
};
