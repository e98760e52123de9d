import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { type Check, lateness } from './check.ts';

/** A loan bears interest for its first hour and for each full one after it, which is paid before the principal. */
export const loansBearInterest: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT id::text, 'bore no interest for its first hour' AS says FROM loans WHERE started_at IS NOT NULL AND unit_hours < amount
      UNION ALL
     SELECT id::text, 'bore interest for hours that did not pass' FROM loans
      WHERE started_at IS NOT NULL AND borne > greatest(1, ($3::bigint - started_at) / ${hourMs})
      UNION ALL
     SELECT id::text, 'bears no interest any more' FROM loans WHERE $1 AND state = 'running' AND next_at < $2
      UNION ALL
     SELECT id::text, 'was paid back before its interest' FROM loans WHERE repaid > 0 AND interest_paid = 0`,
    [...lateness(checked), checked.now],
  );
  return rows.map(({ id, says }) => `the loan ${id} ${says}`);
};

/** What nobody bids for is taken over after so long. */
const takenOverMs = dayMs;

/** A loan that is due ends, and is never more than its collateral allows when it is made. */
export const loansAreCovered: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT id::text, 'is due and goes on' AS says FROM loans WHERE $1 AND state = 'running' AND due_at < $2
      UNION ALL
     SELECT id::text, 'is sold without end' FROM loans WHERE $1 AND state = 'selling' AND stalled_at < $2::bigint - ${takenOverMs}
      UNION ALL
     SELECT own.id::text, 'is more than its collateral allows' FROM loans AS own JOIN listed_coins AS coin ON coin.id = collateral
      CROSS JOIN LATERAL (
        SELECT max(price::numeric) AS price FROM option_ticks
         WHERE option_ticks.coin = collateral AND at BETWEEN applied_at - 15000 AND applied_at + 15000) AS around
      WHERE amount > pledged / 10::numeric ^ coin.scale * price * 10::numeric ^ 8 * initial / 1000000 * 1.01`,
    lateness(checked),
  );
  return rows.map(({ id, says }) => `the loan ${id} ${says}`);
};
