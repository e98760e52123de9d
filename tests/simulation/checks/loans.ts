import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { collateralSales } from '#server/core/ledger/account.ts';
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

/** Rates are billionths an hour. */
const billion = 1_000_000_000n;

/**
 * A loan owes what is left of its principal and of its interest: what was paid went into interest first, so that the principal is
 * the least that was owed after a payment; and interest is the hourly rate of the principal in the hours that it was owed.
 */
export const loansOweWhatIsLeft: Check = async ({ query }) => {
  const rows = await query<{ id: string; says: string }>(
    `SELECT id::text, 'owes ' || principal || ' and not ' || left_over || ' of its principal' AS says FROM loans AS own
      CROSS JOIN LATERAL (
        SELECT least(own.amount, min(owed)) AS left_over FROM loan_events WHERE loan = own.id AND paid IS NOT NULL) AS after
      WHERE state IN ('running', 'selling') AND principal <> left_over
      UNION ALL
     SELECT id::text, 'bore ' || interest + interest_paid || ' and not ' || fallen || ' of interest' FROM loans
      CROSS JOIN LATERAL (SELECT div(unit_hours * hourly_rate, ${billion}) AS fallen) AS hours
      WHERE state IN ('running', 'selling') AND interest + interest_paid <> fallen`,
  );
  return rows.map(({ id, says }) => `the loan ${id} ${says}`);
};

/** How near to a sale prices are looked at. */
const aroundMs = 15_000;

/** No collateral is sold below 95 % of the index: not for less than that of the lowest price around. */
export const collateralIsSoldNearIndex: Check = async ({ query }) => {
  const rows = await query<{ id: string; price: string; lowest: string }>(
    `SELECT trade.id::text, price::text, lowest::text FROM trades AS trade JOIN listed_pairs AS listed ON listed.id = pair
      CROSS JOIN LATERAL (
        SELECT min(tick.price::numeric) * 10::numeric ^ 8 AS lowest FROM option_ticks AS tick
         WHERE tick.coin = base AND tick.at BETWEEN trade.at - ${aroundMs} AND trade.at + ${aroundMs}) AS around
      WHERE seller = ${collateralSales} AND price < lowest * 0.945`,
  );
  return rows.map(({ id, price, lowest }) => `trade ${id} sold collateral for ${price}, with an index of ${lowest}`);
};
