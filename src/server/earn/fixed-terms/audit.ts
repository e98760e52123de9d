import { type AuditFinding, type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';
import { fixedTermRows } from './row-checks.ts';

const spot = `${walletNumber('spot')}::smallint`;

/** Principals of running fixed terms, locked, and their interest, set aside; and the sums that products keep of both. */
export const fixedTermsAudit: AuditPart = {
  name: 'fixed terms',
  rows: fixedTermRows,
  holds: `
    SELECT owner, ${spot} AS wallet, asset, 0::numeric AS frozen, principal::numeric AS locked
      FROM fixed_holdings WHERE state = 'not-earned'
    UNION ALL
    SELECT ${productOwners.earn}::bigint, ${spot}, asset, sum(promised), 0::numeric
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
