import { type AuditFinding, type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { productOwners } from '../backing/accounts.ts';

const spot = `${walletNumber('spot')}::smallint`;

/** Principals of running fixed terms, locked, and their interest, set aside; and the sums that products keep of both. */
export const fixedAudit: AuditPart = {
  name: 'fixed terms',
  holds: `
    SELECT owner, ${spot} AS wallet, asset, 0::numeric AS frozen, principal::numeric AS locked
      FROM fixed_holdings WHERE state = 'not-earned'
    UNION ALL
    SELECT ${productOwners.earn}::bigint, ${spot}, asset, sum(promised), 0::numeric
      FROM fixed_products WHERE promised > 0 GROUP BY asset`,
  async find(client, { full }): Promise<AuditFinding[]> {
    if (!full) return [];
    const { rows: sums } = await client.query<{ asset: string; id: string }>(
      `SELECT asset, id FROM fixed_products
         LEFT JOIN (SELECT product, sum(principal) AS held, sum(promised) AS promised
                      FROM fixed_holdings WHERE state = 'not-earned' GROUP BY product) AS running ON product = id
        WHERE fixed_products.held <> coalesce(running.held, 0)
           OR fixed_products.promised <> coalesce(running.promised, 0) LIMIT ${rowsPerCheckMax}`,
    );
    const { rows: days } = await client.query<{ asset: string; id: string }>(
      `SELECT asset, id FROM fixed_holdings
        WHERE state = 'not-earned'
          AND interest <> div(principal::numeric * rate_ppm * day, 1000000 * days::numeric) LIMIT ${rowsPerCheckMax}`,
    );
    return [
      ...sums.map(({ asset, id }) => ({ asset, text: `fixed-term product ${id} does not hold what its terms say` })),
      ...days.map(({ asset, id }) => ({ asset, text: `fixed term ${id} accrued something else than its days` })),
    ];
  },
};
