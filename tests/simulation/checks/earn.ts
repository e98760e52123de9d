import { dayMs } from '#protocol/core/durations.ts';
import { type Check, lateness } from './check.ts';

/** A fixed term lasts its days, pays the interest of the days that passed, and returns its principal once. */
export const termsKeepTheirDays: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT id::text, 'lasts another time than its days' AS says FROM fixed_holdings WHERE ends_at <> opened_at + days * day_ms
      UNION ALL
     SELECT id::text, 'is over and was not paid' FROM fixed_holdings WHERE $1 AND state = 'not-earned' AND ends_at < $2
      UNION ALL
     SELECT id::text, 'paid something else than the interest of its days' FROM fixed_holdings
      CROSS JOIN LATERAL (
        SELECT div(principal::numeric * rate_ppm * least(days, (closed_at - opened_at) / day_ms), 1000000 * days::numeric) AS whole) AS all_days
      WHERE (state = 'earned' AND (closed_at < ends_at OR interest <> whole))
         OR (state = 'earned-in-advance' AND (closed_at >= ends_at OR interest <> whole - div(whole * exit_ppm + 999999, 1000000)))
      UNION ALL
     SELECT id::text, 'returned something else than its principal' FROM fixed_holdings AS held
      CROSS JOIN LATERAL (SELECT coalesce(sum(available), 0) AS back, coalesce(sum(locked), 0) AS unlocked FROM ledger_entries
                           WHERE kind = 'earn-return' AND reference = held.id::text AND ledger_entries.owner = held.owner) AS paid
      CROSS JOIN LATERAL (SELECT CASE WHEN state = 'not-earned' OR renewed_as IS NOT NULL THEN 0 ELSE principal END AS units) AS due
      WHERE back <> due.units OR unlocked <> -due.units`,
    lateness(checked),
  );
  return rows.map(({ id, says }) => `the fixed term ${id} ${says}`);
};

/** A miner burns for each day what it must, earns by whole days that it ran, and stops when it has nothing left. */
export const minersRunOnFuel: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT id::text, 'has other fuel than it got and burnt' AS says FROM miners AS own
      WHERE tank <> (SELECT coalesce(sum(fuel), 0) FROM miner_events WHERE miner = own.id) * day_ms - ran * burn
      UNION ALL
     SELECT id::text, 'ran longer than it was on' FROM miners WHERE ran > as_of - coalesce(started_at, as_of)
      UNION ALL
     SELECT id::text, 'paid more than the days that it ran' FROM miners WHERE collected > daily * (ran / day_ms)
      UNION ALL
     SELECT id::text, 'stopped and nobody noticed' FROM miners WHERE $1 AND due_at < $2
      UNION ALL
     SELECT reference, 'paid into another wallet' FROM ledger_entries WHERE kind = 'miner-income' AND owner >= 100000 AND wallet <> 5`,
    lateness(checked),
  );
  return rows.map(({ id, says }) => `the miner ${id} ${says}`);
};

/**
 * Practice coins come in by their amount alone: those of a practice account, and once a day to whoever asks, of which the
 * first may come on the same day.
 */
export const practiceCoinsAreDaily: Check = async ({ query }) => {
  const rows = await query<{ owner: string; asset: string; says: string }>(
    `WITH handed AS (
       SELECT owner, asset, available + frozen + locked AS units, at - lag(at) OVER own AS after, row_number() OVER own AS nth,
              coin.faucet_amount * 10::numeric ^ coin.scale AS whole,
              (users.practice AND asset IN ('USDT', 'BTC'))::integer AS opening,
              EXISTS (SELECT FROM faucet_takes AS take WHERE user_id = owner AND take.asset = entry.asset)::integer AS asked
         FROM ledger_entries AS entry JOIN users ON users.id = owner JOIN listed_coins AS coin ON coin.id = asset
        WHERE kind = 'practice' AND owner >= 100000 WINDOW own AS (PARTITION BY owner, asset ORDER BY entry.id))
     SELECT owner::text, asset, 'another amount than that of the coin' AS says FROM handed WHERE units <> whole
      UNION ALL
     SELECT owner::text, asset, 'it twice a day' FROM handed WHERE after < ${dayMs} AND nth > opening + 1
      UNION ALL
     SELECT owner::text, asset, 'less than it was handed out' FROM handed
      GROUP BY owner, asset, opening, asked HAVING count(*) < opening + asked`,
  );
  return rows.map(({ owner, asset, says }) => `of practice coins of ${asset} ${owner} got ${says}`);
};
