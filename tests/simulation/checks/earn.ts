import type { Check } from './check.ts';

const lateMs = 20_000;
const day = 86_400_000;

/** A fixed term lasts its days, pays the interest of the days that passed, and returns its principal once. */
export const termsKeepTheirDays: Check = async ({ query, now, upMs }) => {
  const rows = await query<{ id: string; says: string }>(
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
    [upMs > lateMs, now - lateMs],
  );
  return rows.map(({ id, says }) => `the fixed term ${id} ${says}`);
};

/** A miner burns for each day what it must, earns by whole days that it ran, and stops when it has nothing left. */
export const minersRunOnFuel: Check = async ({ query, now, upMs }) => {
  const rows = await query<{ id: string; says: string }>(
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
    [upMs > lateMs, now - lateMs],
  );
  return rows.map(({ id, says }) => `the miner ${id} ${says}`);
};

/** Practice coins of one kind are given once a day; those of the registration come on top. */
export const practiceCoinsAreDaily: Check = async ({ query }) => {
  const rows = await query<{ owner: string; asset: string }>(
    `SELECT DISTINCT owner::text, asset FROM (
       SELECT owner, asset, at - lag(at) OVER own AS after, row_number() OVER own AS nth FROM ledger_entries
        WHERE kind = 'practice' AND owner BETWEEN 100000 AND 999999999 WINDOW own AS (PARTITION BY owner, asset ORDER BY id)) AS taken
      WHERE after < ${day} AND nth > CASE WHEN asset IN ('USDT', 'BTC') THEN 2 ELSE 1 END`,
  );
  return rows.map(({ owner, asset }) => `${owner} took practice coins of ${asset} twice a day`);
};
