import type { RowCheck } from '../../core/ledger/audit-parts.ts';
import { isWholeSince, movedFor } from '../../core/ledger/audit-references.ts';
import { productOwners } from '../backing/accounts.ts';

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
  beside: movedFor(productOwners.earn, 'item.id::text', 'item.asset'),
  wrong: `${isWholeSince('item.opened_at')} AND (
    moved.frozen <> CASE item.state WHEN 'not-earned' THEN item.promised ELSE 0 END
    OR -moved.available <> CASE item.state WHEN 'not-earned' THEN item.promised ELSE item.interest END)`,
  says: `'fixed term ' || item.id || ': the ledger set aside or paid something else'`,
};

/** What must hold of every fixed term. */
export const fixedTermRows: readonly RowCheck[] = [terms, ledger];
