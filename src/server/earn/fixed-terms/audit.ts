import { type AuditFinding, type AuditPart, rowsPerCheckMax, type RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';

const spot = `${walletNumber('spot')}::smallint`;

const ofHoldings = { table: 'fixed_holdings', open: "state = 'not-earned'", asset: 'item.asset' } as const;

const accrued = 'div(item.principal::numeric * item.rate_ppm * item.day, 1000000 * item.days::numeric)';
const exit = `div(${accrued} * item.exit_ppm + 999999, 1000000)`;

/** What a term promised, accrued and paid follows from its own terms. */
const terms: RowCheck = {
  ...ofHoldings,
  name: 'fixed terms: interest',
  wrong: `item.promised <> div(item.principal::numeric * item.rate_ppm + 999999, 1000000)
    OR (item.state = 'earned' AND item.day <> item.days)
    OR CASE WHEN item.state = 'earned-in-advance' THEN item.interest <> ${accrued} - ${exit} OR item.cost <> ${exit}
            ELSE item.interest <> ${accrued} OR item.cost <> 0 END`,
  says: `'fixed term ' || item.id || ' promised or accrued something else than its principal and days'`,
};

/** What is set aside for a term while it runs, and what it paid at its end. */
const ledger: RowCheck = {
  ...ofHoldings,
  name: 'fixed terms: ledger',
  beside: movedFor(productOwners['fixed-terms'], 'item.id::text', 'item.asset'),
  wrong: `${isWholeSince('item.opened_at')} AND (
    moved.frozen <> CASE item.state WHEN 'not-earned' THEN item.promised ELSE 0 END
    OR -moved.available <> CASE item.state WHEN 'not-earned' THEN item.promised ELSE item.interest END)`,
  says: `'fixed term ' || item.id || ': the ledger set aside or paid something else'`,
};

/** What must hold of every fixed term. */
const fixedTermRows: readonly RowCheck[] = [terms, ledger];

/** Principals of running fixed terms, locked, and their interest, set aside; and the sums that products keep of both. */
export const fixedTermsAudit: AuditPart = {
  name: 'fixed terms',
  rows: fixedTermRows,
  holds: `
    SELECT owner, ${spot} AS wallet, asset, 0::numeric AS frozen, principal::numeric AS locked
      FROM fixed_holdings WHERE state = 'not-earned'
    UNION ALL
    SELECT ${productOwners['fixed-terms']}::bigint, ${spot}, asset, sum(promised), 0::numeric
      FROM fixed_products WHERE promised > 0 GROUP BY asset`,
  async find(client): Promise<AuditFinding[]> {
    const { rows: sums } = await client.query<{ asset: string; id: string }>(
      `SELECT asset, id FROM fixed_products
         LEFT JOIN (SELECT product, sum(principal) AS held, sum(promised) AS promised
                      FROM fixed_holdings WHERE state = 'not-earned' GROUP BY product) AS running ON product = id
        WHERE fixed_products.held <> coalesce(running.held, 0)
           OR fixed_products.promised <> coalesce(running.promised, 0) LIMIT ${rowsPerCheckMax}`,
    );
    return sums.map(({ asset, id }) => ({ asset, text: `fixed-term product ${id} does not hold what its terms say` }));
  },
};
