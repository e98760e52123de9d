import { houseOwners } from '#server/core/ledger/account.ts';
import type { Check } from './check.ts';

/** Whoever gets coins over the chain or sends them has a minute for it. */
const underWayMostMs = 60_000;

/** Deposits that an operator has to look at. */
const isAside = 'EXISTS (SELECT FROM deposits_aside AS aside WHERE aside.deposit = item.id AND settled_at IS NULL)';

/** A deposit is credited once while its block stands, with the amount that the chain has, and not before its confirmations. */
export const depositsAreCreditedOnce: Check = async ({ query }) => {
  const rows = await query<{ id: string; state: string; times: string; units: string; paid: string; tip: number }>(
    `SELECT item.id::text, item.state, moved.times::text, moved.units::text, pay.units::text AS paid, top.tip
       FROM deposits AS item
      CROSS JOIN (SELECT max(height) AS tip FROM test_chain_blocks) AS top
       LEFT JOIN test_chain_payments AS pay ON pay.hash = item.hash AND pay.receiver = item.address
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT journal_id) FILTER (WHERE kind = 'deposit')
               - count(DISTINCT journal_id) FILTER (WHERE kind = 'deposit-undone') AS times,
               -coalesce(sum(available + frozen + locked) FILTER (WHERE owner = $1), 0) AS units
          FROM ledger_entries
         WHERE kind IN ('deposit', 'deposit-undone') AND reference = item.id::text AND asset = item.asset) AS moved
      WHERE item.chain = 'TEST' AND (
            moved.times <> (item.state IN ('credited', 'free'))::integer
         OR moved.units <> CASE WHEN item.state IN ('credited', 'free') THEN coalesce(pay.units, item.units) ELSE 0 END
         OR (item.state = 'credited' AND top.tip < item.height + item.credit_confirmations - 1)
         OR (item.state = 'free' AND top.tip < item.height + item.free_confirmations - 1))`,
    [houseOwners.chain],
  );
  return rows.map(
    ({ id, state, times, units, paid, tip }) =>
      `deposit ${id} is ${state} at the height ${tip}: credited ${times} times, ${units} of ${paid} units`,
  );
};

/**
 * What stands in a block that was read twice is a deposit of this block, and each deposit stands in a block that was
 * read. At the end the exchange has read all blocks that there are, and lets people have what is deep enough.
 */
export const depositsFollowTheChain: Check = async ({ query, isLast, revertedTransfers }) => {
  const rows = await query<{ what: string }>(
    `WITH same AS (SELECT height, hash, read_again FROM scanned_blocks JOIN test_chain_blocks USING (height, hash)
                    WHERE chain = 'TEST'),
          top AS (SELECT max(height) AS height, min(height) AS least FROM scanned_blocks WHERE chain = 'TEST')
     SELECT 'the payment ' || pay.hash || ' is no deposit' AS what
       FROM test_chain_payments AS pay JOIN same USING (height)
       JOIN deposit_addresses AS own ON own.chain = 'TEST' AND own.address = pay.receiver
      WHERE same.read_again AND pay.units > 0 AND pay.hash <> ALL ($1)
        AND NOT EXISTS (SELECT FROM deposits AS item WHERE item.hash = pay.hash AND item.address = pay.receiver
                           AND item.asset = pay.asset AND item.owner = own.owner AND item.block_hash = same.hash)
     UNION ALL
     SELECT 'the payment ' || hash || ' is ' || count(*) || ' deposits' FROM deposits
      WHERE chain = 'TEST' AND state <> 'undone' GROUP BY hash, address HAVING count(*) > 1
     UNION ALL
     SELECT 'deposit ' || item.id || ' stands in a block that is gone' FROM deposits AS item CROSS JOIN top
      WHERE item.chain = 'TEST' AND item.state <> 'undone' AND item.height > top.least AND NOT ${isAside}
        AND NOT EXISTS (SELECT FROM scanned_blocks AS read WHERE read.chain = 'TEST' AND read.hash = item.block_hash)
     UNION ALL
     SELECT 'deposit ' || item.id || ' is ' || item.state || ' and the chain does not have it' FROM deposits AS item
      WHERE item.chain = 'TEST' AND item.block_hash IN (SELECT hash FROM same)
        AND NOT EXISTS (SELECT FROM test_chain_payments AS pay WHERE pay.hash = item.hash AND pay.height = item.height
                           AND pay.hash <> ALL ($1))
     UNION ALL
     SELECT 'the exchange has read to ' || top.height || ' of ' || (SELECT max(height) FROM test_chain_blocks) FROM top
      WHERE $2 AND (top.height < (SELECT max(height) FROM test_chain_blocks) - 1
         OR NOT EXISTS (SELECT FROM same WHERE same.height = top.height))
     UNION ALL
     SELECT 'deposit ' || item.id || ' is still ' || item.state FROM deposits AS item CROSS JOIN top
      WHERE $2 AND item.chain = 'TEST' AND item.state IN ('seen', 'credited') AND NOT ${isAside}
        AND top.height >= item.height + item.free_confirmations - 1`,
    [[...revertedTransfers], isLast],
  );
  return rows.map(({ what }) => what);
};

/** A withdrawal is on the chain once when it was paid, and not at all when it was refused or failed. */
export const withdrawalsArePaidOnce: Check = async ({ query, isLast, now, revertedTransfers }) => {
  const rows = await query<{ what: string }>(
    `WITH sent AS (
       SELECT made.withdrawal, pay.* FROM payout_transfers AS made JOIN test_chain_payments AS pay USING (hash)
        WHERE made.chain = 'TEST' AND made.pays = 'withdrawal' AND pay.hash <> ALL ($1))
     SELECT 'withdrawal ' || item.id || ' is ' || item.state || ' and ' || paid.times || ' times on the chain' AS what
       FROM withdrawals AS item
      CROSS JOIN LATERAL (
        SELECT count(*) AS times, count(*) FILTER (WHERE height IS NULL) AS waiting,
               coalesce(bool_or(receiver <> item.address OR sent.asset <> item.asset OR sent.units <> item.units - item.fee),
                        false) AS is_wrong
          FROM sent WHERE withdrawal = item.id) AS paid
      WHERE item.chain = 'TEST' AND (paid.is_wrong OR paid.times > 1
         OR (item.state = 'confirmed' AND paid.times <> 1)
         OR (item.state IN ('under-review', 'refused', 'failed') AND paid.times <> 0)
         OR ($2 AND paid.waiting > 0 AND item.approved_at < $3))
     UNION ALL
     SELECT 'the transfer ' || hash || ' on the chain is of no withdrawal' FROM test_chain_payments AS pay
      WHERE nonce IS NOT NULL AND NOT EXISTS (SELECT FROM payout_transfers AS made WHERE made.hash = pay.hash)
     UNION ALL
     SELECT 'withdrawal ' || id || ' is still ' || state FROM withdrawals
      WHERE $2 AND chain = 'TEST' AND state IN ('approved', 'sent') AND aside_at IS NULL AND approved_at < $3`,
    [[...revertedTransfers], isLast, now - underWayMostMs],
  );
  return rows.map(({ what }) => what);
};

/** What a withdrawal froze leaves once, with its fee, or comes back once, whole. */
export const withdrawalsMoveTheirCoins: Check = async ({ query }) => {
  const rows = await query<{ id: string; state: string; frozen: string; left: string; back: string; off: string }>(
    `SELECT item.id::text, item.state, moved.frozen::text, moved.left::text, moved.back::text, moved.off::text
       FROM withdrawals AS item
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT journal_id) FILTER (WHERE kind = 'withdrawal-freeze') AS frozen,
               count(DISTINCT journal_id) FILTER (WHERE kind = 'withdrawal') AS left,
               count(DISTINCT journal_id) FILTER (WHERE kind = 'withdrawal-release') AS back,
               coalesce(sum(available + frozen), 0) AS off
          FROM ledger_entries
         WHERE owner = item.owner AND asset = item.asset AND reference = item.id::text
           AND kind IN ('withdrawal-freeze', 'withdrawal', 'withdrawal-fee', 'withdrawal-release')) AS moved
      WHERE moved.frozen <> 1 OR moved.left <> (item.state = 'confirmed')::integer
         OR moved.back <> (item.state IN ('refused', 'failed'))::integer
         OR moved.off <> CASE WHEN item.state = 'confirmed' THEN -item.units ELSE 0 END`,
  );
  return rows.map(
    ({ id, state, frozen, left, back, off }) =>
      `withdrawal ${id} is ${state}: frozen ${frozen}, left ${left} and came back ${back} times, ${off} units in all`,
  );
};
