import type { Transaction } from '../store/database.ts';

/**
 * Blocks a market writer, after its current batch, until the transaction ends. For transactions that need two balances
 * which the writer locks in separate steps (`ledger/lock-order.ts`): holding the fence first rules out a deadlock. Must
 * be short.
 */
export async function holdWriter(tx: Transaction, writer: 'spot' | 'contracts'): Promise<void> {
  await tx.client.query('SELECT FROM writer_fences WHERE writer = $1 FOR NO KEY UPDATE', [writer]);
}
