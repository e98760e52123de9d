import type { Transaction } from '../store/database.ts';

/**
 * Blocks the writers of a family, also those that are assigned, after their current batches, until the transaction ends. For
 * transactions that need two balances which a writer locks in separate steps (`ledger/lock-order.ts`): holding the
 * fences first rules out a deadlock. Must be short.
 */
export async function holdWriters(tx: Transaction, family: 'spot' | 'contracts'): Promise<void> {
  await tx.client.query(
    "SELECT FROM writer_fences WHERE writer = $1 OR writer LIKE $1 || '-%' ORDER BY writer FOR NO KEY UPDATE",
    [family],
  );
}
