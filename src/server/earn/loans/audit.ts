import { assets } from '../../core/assets.ts';
import { collateralSales, houseOwners } from '../../core/ledger/account.ts';
import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { loanRows } from './row-checks.ts';
import { collateralWallets } from '../../../protocol/loans/maths/bounds.ts';

const spot = walletNumber('spot');
const numberOf = collateralWallets.map((wallet) => `WHEN '${wallet}' THEN ${walletNumber(wallet)}`).join(' ');

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
