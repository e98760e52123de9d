import { assets } from '#server/core/assets.ts';
import { collateralSales, houseOwners } from '#server/core/ledger/account.ts';
import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { collateralWallets } from '#protocol/loans/maths/bounds.ts';
import { million } from '#protocol/core/fees.ts';
import { calmPpm } from '#protocol/loans/maths/health.ts';
import { billion } from '#protocol/loans/maths/interest.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';
import { productOwners } from '../backing/accounts.ts';

const spot = walletNumber('spot');
const numberOf = collateralWallets.map((wallet) => `WHEN '${wallet}' THEN ${walletNumber(wallet)}`).join(' ');

const open = "state IN ('under-review', 'running', 'selling')";
const ofLoans = { table: 'loans', open, asset: 'item.asset' } as const;

/** All interest that fell so far, whole, and the part of a unit that is not. */
const interest = `div(item.unit_hours * item.hourly_rate, ${billion})`;
const rest = `mod(item.unit_hours * item.hourly_rate, ${billion})`;

/**
 * The loan amount equals principal + repaid principal + written off. Interest is the hourly rate times the principal owed in
 * each hour.
 */
const debt: RowCheck = {
  ...ofLoans,
  name: 'loans: debt',
  wrong: `item.amount <= 0 OR item.interest_rest <> ${rest} OR NOT CASE
    WHEN item.state IN ('running', 'selling')
      THEN item.amount = item.principal + item.repaid - item.interest_paid AND item.written_off = 0
       AND ${interest} = item.interest + item.interest_paid
    WHEN item.state = 'repaid'
      THEN item.repaid = item.amount + ${interest} AND item.interest_paid = ${interest} AND item.written_off = 0
    WHEN item.state = 'written-off'
      THEN item.repaid + item.written_off = item.amount + ${interest} AND item.interest_paid <= least(item.repaid, ${interest})
       AND item.repaid - item.interest_paid <= item.amount
    ELSE item.principal = CASE item.state WHEN 'refused' THEN 0 ELSE item.amount END AND item.interest = 0
       AND item.unit_hours = 0 AND item.repaid = 0 AND item.interest_paid = 0 AND item.written_off = 0 END`,
  says: `'loan ' || item.id || ': its debt does not match its amount, interest and repayments'`,
};

/** What was owed at an event: nothing once the loan has ended; else the loan and the interest of the hours, less what was paid. */
const owedAt = (unitHours: string, paid: string) =>
  `CASE WHEN kind IN ('released', 'written-off') THEN 0
     ELSE item.amount + div((${unitHours}) * item.hourly_rate, ${billion}) - ${paid} END`;

/** The least that was owed after one of a loan's payments, of those up to an event or before it. */
const leastOwed = (frame: string) =>
  `least(item.amount, min(owed) FILTER (WHERE paid IS NOT NULL) OVER (ORDER BY id ${frame}))`;

/**
 * Whether hours or an event are wrong of a loan of which something was paid. A payment leaves as principal the least that was owed
 * so far, because it pays interest first. Until an event its hours are the principal there times all of them, and what each fall
 * before took off at its own hour.
 */
const isPaidWrong = `(
  SELECT bool_or(owed <> ${owedAt('after * hours + fallen_by', 'paid_so_far')}) IS TRUE
      OR item.unit_hours <> min(after) * item.borne + max(fallen_by) FROM (
    SELECT kind, owed, hours, after, coalesce(sum((before - after) * hours) OVER own, 0) AS fallen_by,
           coalesce(sum(paid) OVER own, 0) AS paid_so_far FROM (
      SELECT id, kind, owed, paid, hours, ${leastOwed('')}::numeric AS after,
             ${leastOwed('ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING')} AS before
        FROM loan_events WHERE loan = item.id) AS steps WINDOW own AS (ORDER BY id)) AS each)`;

const owed = '(item.principal + item.interest)::numeric';
/** A level in millionths of what the collateral is worth, as it divides what is owed. */
const priceAt = (level: string) => `${owed} * ${million} * coin.per_one, (${level}) * item.locked::numeric`;

/**
 * The price at which something is due of a running loan is the highest at which it reaches its next level, and that at which a
 * warning is over the lowest that leaves it. Slices are a share of what was locked as the sale began: what is left and gone.
 */
const prices: RowCheck = {
  ...ofLoans,
  name: 'loans: prices',
  beside: `LEFT JOIN (SELECT id, 10::numeric ^ scale AS per_one FROM listed_coins OFFSET 0) AS coin ON coin.id = item.collateral
    CROSS JOIN LATERAL (
      SELECT CASE item.warned WHEN 0 THEN item.first WHEN 1 THEN item.second ELSE item.sale END::numeric AS next,
             CASE item.warned WHEN 1 THEN item.first WHEN 2 THEN item.second END::numeric - ${calmPpm} AS calm) AS level
    CROSS JOIN LATERAL (
      SELECT CASE WHEN item.state = 'running' AND item.locked > 0
                  THEN nullif(div(${priceAt('level.next')}), 0) END AS watch,
             CASE WHEN item.state = 'running' AND item.locked > 0 AND item.warned > 0
                  THEN div(${priceAt('level.calm')}) + CASE WHEN mod(${priceAt('level.calm')}) > 0 THEN 1 ELSE 0 END END AS calm
    ) AS due`,
  wrong: `item.watch_price IS DISTINCT FROM due.watch OR item.calm_price IS DISTINCT FROM due.calm
    OR (item.state = 'selling' AND item.sale_of <> item.locked + (
      SELECT coalesce(sum(CASE state WHEN 'open' THEN units ELSE sold END), 0) FROM loan_sales
       WHERE loan = item.id AND nth = item.sales))`,
  says: `'loan ' || item.id || ': it is warned of or sold at another price, or in other slices, than its debt asks'`,
};

/**
 * What happened to the loan adds up to its sums, and collateral is where its slices say. Payments leave as principal the least
 * that was owed after one. Interest is of the principal of each hour that bore some, which are all since the start of a loan that
 * was never sold for; and so is what each event says was owed.
 */
const events: RowCheck = {
  ...ofLoans,
  name: 'loans: events',
  beside: `CROSS JOIN LATERAL (
      SELECT coalesce(sum(paid), 0) AS repaid,
             coalesce(sum(amount) FILTER (WHERE kind = 'paid-out'), 0) AS paid_out,
             coalesce(sum(amount) FILTER (WHERE kind = 'written-off'), 0) AS written_off,
             coalesce(sum(amount) FILTER (WHERE kind = 'sold'), 0) AS sold,
             coalesce(sum(amount) FILTER (WHERE kind IN ('released', 'taken-over')), 0) AS returned,
             bool_or(kind = 'repaid' AND amount <> paid) AS wrong_payment,
             min(owed) FILTER (WHERE paid IS NOT NULL) AS least_owed,
             coalesce(bool_or(paid IS NOT NULL), false) AS has_payments,
             coalesce(bool_or(paid IS NOT NULL AND hours IS NULL), false) AS is_of_before,
             coalesce(bool_or(owed <> ${owedAt('item.amount::numeric * hours', '0')}), false) AS is_wrong
        FROM loan_events WHERE loan = item.id) AS said
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(sold), 0) AS sold, coalesce(sum(units) FILTER (WHERE state = 'open'), 0) AS selling
        FROM loan_sales WHERE item.sale_cause IS NOT NULL AND loan = item.id) AS slices`,
  wrong: `item.repaid <> said.repaid OR item.written_off <> said.written_off OR said.wrong_payment IS TRUE
    OR said.paid_out <> CASE WHEN item.started_at IS NULL THEN 0 ELSE item.amount END OR said.sold <> slices.sold
    OR (item.state <> 'refused' AND item.pledged <> item.locked + slices.sold + slices.selling + said.returned)
    OR item.locked < 0 OR CASE
      WHEN item.state IN ('running', 'selling') THEN item.principal <> least(item.amount, said.least_owed)
      WHEN item.state = 'written-off'
        THEN item.interest_paid <> ${interest} + least(item.amount, said.least_owed) - item.written_off
      ELSE false END
    OR (item.borne IS NOT NULL AND NOT said.is_of_before AND (
      CASE WHEN said.has_payments THEN ${isPaidWrong}
           ELSE said.is_wrong OR item.unit_hours <> item.amount::numeric * item.borne END
      OR (item.sale_cause IS NULL AND item.borne <> (item.accrued_to - item.started_at) / ${hourMs})))`,
  says: `'loan ' || item.id || ': its events say something else than its sums, or its interest is of other hours'`,
};

/** What the loans account paid out, set aside and received for the loan. A takeover pays with collateral. */
const ledger: RowCheck = {
  ...ofLoans,
  name: 'loans: ledger',
  beside: `${movedFor(productOwners.loans, "'loan:' || item.id", 'item.asset')}
    ${movedFor(productOwners.loans, "'loan:' || item.id", 'item.collateral', 'taken')}
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(paid), 0) AS paid, coalesce(sum(amount), 0) AS units, count(*) > 0 AS has_any
        FROM loan_events WHERE item.sale_cause IS NOT NULL AND loan = item.id AND kind = 'taken-over') AS takeover`,
  wrong: `${isWholeSince('item.applied_at')} AND (
    moved.frozen <> CASE item.state WHEN 'under-review' THEN item.amount ELSE 0 END
    OR taken.available <> takeover.units
    OR CASE WHEN takeover.has_any THEN moved.available > item.repaid - takeover.paid - item.amount
            ELSE moved.available <> CASE item.state WHEN 'refused' THEN 0 ELSE item.repaid - item.amount END END)`,
  says: `'loan ' || item.id || ': the ledger paid out or received something else'`,
};

/** What a slice sold and brought is what its order was filled with. Open ones are compared with what their account holds. */
const slices: RowCheck = {
  name: 'loans: slices',
  table: 'loan_sales',
  open: null,
  asset: 'item.asset',
  beside: `LEFT JOIN spot_orders AS placed ON placed.owner = ${collateralSales} AND placed.id = item.order_id`,
  wrong: `CASE WHEN item.state = 'open' OR item.order_id IS NULL THEN item.sold <> 0 OR item.proceeds <> 0
    ELSE item.sold <> placed.filled OR item.proceeds <> placed.filled_total OR item.units <> placed.amount END`,
  says: `'slice ' || item.id || ' of loan ' || item.loan || ': its order was filled with something else'`,
};

/** What must hold of every loan. */
const loanRows: readonly RowCheck[] = [debt, prices, events, ledger, slices];

/** What loans hold: collateral of people, and of the loans account what was applied for; and what each of them comes to. */
export const loansAudit: AuditPart = {
  name: 'loans',
  rows: loanRows,
  holds: `
    SELECT owner, (CASE wallet ${numberOf} END)::smallint AS wallet, collateral AS asset, 0::numeric AS frozen,
           locked::numeric AS locked
      FROM loans WHERE state IN ('under-review', 'running', 'selling')
     UNION ALL
    SELECT ${houseOwners.loans}::bigint, ${spot}::smallint, asset, amount::numeric, 0::numeric
      FROM loans WHERE state = 'under-review'`,
  /**
   * The account that sells holds exactly the open slices: what they have not sold yet, and what they brought. And what is
   * said to be lent out is the principal of the loans that run.
   */
  async find(client) {
    const { rows } = await client.query<{ asset: string; held: string; open: string }>(
      `WITH slices AS (
         SELECT sale.asset, sale.units, loan.asset AS lent, coalesce(placed.filled, 0) AS filled,
                coalesce(placed.filled_total, 0) AS brought
           FROM loan_sales AS sale JOIN loans AS loan ON loan.id = sale.loan
           LEFT JOIN spot_orders AS placed
             ON placed.owner = $1 AND placed.request_key = substring(sha256(convert_to('collateral sale ' || sale.id, 'UTF8')) for 16)
          WHERE sale.state = 'open'
       ), expected AS (
         SELECT asset, sum(units) AS units FROM (
           SELECT asset, units - filled AS units FROM slices UNION ALL SELECT lent, brought FROM slices
         ) AS parts GROUP BY asset
       ), held AS (
         SELECT asset, available + frozen + locked AS units FROM balances WHERE owner = $1
       )
       SELECT coalesce(expected.asset, held.asset) AS asset, coalesce(held.units, 0) AS held,
              coalesce(expected.units, 0) AS open
         FROM expected FULL JOIN held USING (asset)
        WHERE coalesce(held.units, 0) <> coalesce(expected.units, 0)`,
      [collateralSales],
    );
    const { rows: lent } = await client.query<{ asset: string; kept: string; lent: string }>(
      `WITH running AS (
         SELECT asset, sum(principal) AS units FROM loans WHERE state IN ('running', 'selling') GROUP BY asset
       )
       SELECT asset, coalesce(loan_lent.units, 0) AS kept, coalesce(running.units, 0) AS lent
         FROM loan_lent FULL JOIN running USING (asset)
        WHERE coalesce(loan_lent.units, 0) <> coalesce(running.units, 0)`,
    );
    const wrongSums = lent.map(({ asset, kept, lent: units }) => ({
      asset,
      text: `lent out: the sum says ${kept}, running loans say ${units}`,
    }));
    const wrongSales = rows
      .filter(({ asset }) => assets.has(asset))
      .map(({ asset, held, open }) => ({
        asset,
        text: `collateral being sold: holds ${held}, open slices say ${open}`,
      }));
    return [...wrongSums, ...wrongSales];
  },
};
