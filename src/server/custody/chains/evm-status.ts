import { TransactionNotFoundError, TransactionReceiptNotFoundError, type Hash, type PublicClient } from 'viem';
import type { TransferStatus } from './chain.ts';

/** The state of a transfer on the chain; fails when the node is unavailable, so that "unknown" is never a guess. */
export async function evmStatus(client: PublicClient, hash: Hash): Promise<TransferStatus> {
  const receipt = await unlessNotFound(client.getTransactionReceipt({ hash }), TransactionReceiptNotFoundError);
  if (receipt === null) return (await isKnown(client, hash)) ? { state: 'waiting' } : { state: 'unknown' };
  const confirmations = Number((await client.getBlockNumber()) - receipt.blockNumber) + 1;
  return { state: receipt.status === 'success' ? 'mined' : 'failed', confirmations };
}

/** Whether the node has the transaction, mined or pending. */
export async function isKnown(client: PublicClient, hash: Hash): Promise<boolean> {
  return (await unlessNotFound(client.getTransaction({ hash }), TransactionNotFoundError)) !== null;
}

async function unlessNotFound<Found>(
  asked: Promise<Found>,
  notFound: abstract new (...args: never[]) => Error,
): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof notFound) return null;
    throw error;
  }
}
