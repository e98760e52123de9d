import type { Transaction } from '../store/database.ts';

/**
 * Keeps a market writer from committing anything until the transaction ends, after the batch it is busy with. For what
 * needs two balances that the writer takes in steps of its own (`ledger/lock-order.ts`): holding the fence first, neither
 * can wait for the other in a circle. Must be short.
 */
export async function holdWriter(tx: Transaction, writer: 'spot' | 'contracts'): Promise<void> {
  await tx.client.query('SELECT FROM writer_fences WHERE writer = $1 FOR NO KEY UPDATE', [writer]);
}
