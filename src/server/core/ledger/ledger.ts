import { createBalanceChanges, type BalanceChanges } from './balance-changes.ts';
import { lockBalances, post, postMany } from './post.ts';

/** The only writer of balances (design section 3), as the areas are given it. */
export interface Ledger extends BalanceChanges {
  readonly post: typeof post;
  readonly postMany: typeof postMany;
  readonly lockBalances: typeof lockBalances;
}

export function createLedger(): Ledger {
  return { post, postMany, lockBalances, ...createBalanceChanges() };
}
