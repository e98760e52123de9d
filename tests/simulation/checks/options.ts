import { type Check, lateness } from './check.ts';

const toleranceMs = 5_000;

const deciding = (proof: string, what: string) => `(${proof}->'deciding'->>'${what}')::numeric`;
const isOff = (proof: string, dueAt: string) =>
  `${proof} IS NOT NULL AND ${deciding(proof, 'at')} - ${dueAt} NOT BETWEEN 0 AND ${toleranceMs}`;

/** A round takes stakes while it is open, is decided by the prices of its own times, and ends. */
export const roundsKeepTimes: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT round.id::text, 'took a stake at another time than its own' AS says FROM option_entries AS entry
       JOIN option_rounds AS round ON round.id = round_id WHERE at < opens_at OR at >= lock_at
      UNION ALL
     SELECT id::text, 'was decided by another price than its own' FROM option_rounds
      WHERE ${isOff('strike', 'strike_at')} OR ${isOff('settlement', 'settle_at')}
      UNION ALL
     SELECT id::text, 'went to the other side' FROM option_rounds WHERE settlement IS NOT NULL AND result <>
       CASE sign(${deciding('settlement', 'price')} - ${deciding('strike', 'price')})
         WHEN 1 THEN 'up' WHEN -1 THEN 'down' ELSE 'flat' END
      UNION ALL
     SELECT id::text, 'does not end' FROM option_rounds
      WHERE $1 AND phase NOT IN ('settled', 'void') AND settle_at < $2`,
    lateness(checked),
  );
  return rows.map(({ id, says }) => `round ${id} ${says}`);
};

/** Whoever was right shares what the others lost by what each staked, less 3 %; without both sides everybody gets back their own. */
const shared = `
  SELECT round_id, entry.owner, stake, direction = result AS is_right, won > 0 AND staked > won AS is_decided,
         CASE WHEN won > 0 THEN div((staked - won) * stake, won) ELSE 0 END AS share, staked - won AS lost
    FROM option_entries AS entry JOIN option_rounds AS round ON round.id = round_id
    CROSS JOIN LATERAL (SELECT sum(stake) AS staked, coalesce(sum(stake) FILTER (WHERE direction = result), 0) AS won
                          FROM option_entries WHERE round_id = round.id) AS sums
   WHERE phase IN ('settled', 'void')`;

/** Every stake of a round that ended was paid out by its outcome, and the house got the rest. */
export const roundsPayShares: Check = async ({ query }) => {
  const rows = await query<{ round: string; owner: string; says: string }>(
    `WITH shared AS MATERIALIZED (${shared}), due AS (
       SELECT round_id::text AS round, owner, -stake::numeric AS frozen,
              CASE WHEN is_decided AND is_right THEN stake + share - div(share * 30, 1000)
                   WHEN is_decided IS TRUE THEN 0 ELSE stake END AS available
         FROM shared
        UNION ALL
       SELECT round_id::text, 3, 0, max(lost) - sum(CASE WHEN is_right THEN share - div(share * 30, 1000) ELSE 0 END)
         FROM shared WHERE is_decided GROUP BY round_id
     ), posted AS (
       SELECT reference AS round, owner, sum(frozen) AS frozen, sum(available) AS available FROM ledger_entries
        WHERE kind = 'option-settlement' AND wallet = 4 GROUP BY 1, 2)
     SELECT round, owner::text, concat_ws(' ', posted.available, 'instead of', due.available) AS says
       FROM due FULL JOIN posted USING (round, owner)
      WHERE (due.frozen, due.available) IS DISTINCT FROM (posted.frozen, posted.available)`,
  );
  return rows.map(({ round, owner, says }) => `round ${round} paid ${owner} ${says}`);
};
