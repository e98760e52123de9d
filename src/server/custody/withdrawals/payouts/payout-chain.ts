import type { SignedTransfer, WatchedChain } from '#server/custody/chains/chain.ts';
import { TransferRefused } from '#server/custody/chains/transfer-refused.ts';
import type { WithdrawalRow } from '../withdrawal-row.ts';

/** The chain did not answer, or answered nonsense. */
export class ChainTrouble extends Error {}

/** A row with its transfer. */
export type Signed = WithdrawalRow & SignedTransfer;

/** Calls the chain. @throws ChainTrouble; TransferRefused is passed through */
export async function ask<Answer>(chain: Pick<WatchedChain, 'id'>, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof TransferRefused) throw error;
    throw new ChainTrouble(`chain ${chain.id} did not do it`, { cause: error });
  }
}

/** Back-off of a payout after this many refusals in a row. */
export function refusedWaitMs(firstMs: number, tries: number): number {
  return firstMs * 2 ** Math.max(0, tries - 1);
}

/** A row that has its transfer. @throws Error when it has none */
export function signedRow(row: WithdrawalRow): Signed {
  const { nonce, raw, hash } = row;
  if (nonce === null || raw === null || hash === null) throw new Error(`withdrawal ${row.id} has no transfer`);
  return { ...row, nonce, raw, hash };
}
