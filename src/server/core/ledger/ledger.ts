import { createOwnerChanges, type OwnerChanges } from '../topics/owner-changes.ts';
import type { BalanceRow } from './balance-row.ts';
import { lockBalances, post, postMany } from './post.ts';

/** The only writer of balances (design section 3), as areas see it. */
export interface Ledger extends OwnerChanges<BalanceRow> {
  readonly post: typeof post;
  readonly postMany: typeof postMany;
  readonly lockBalances: typeof lockBalances;
}

export function createLedger(): Ledger {
  return { post, postMany, lockBalances, ...createOwnerChanges<BalanceRow, BalanceRow>((rows) => rows) };
}
