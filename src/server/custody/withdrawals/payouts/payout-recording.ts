import type { TransferStatus, WatchedChain } from '#server/custody/chains/chain.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { PayoutDeps } from '../deps.ts';
import { settle } from '../settlement.ts';
import { moveTo, writeConfirmations } from '../store.ts';
import { clearRefusals } from './store.ts';
import type { WithdrawalRow } from '../withdrawal-row.ts';
import type { Signed } from './payout-chain.ts';
import { releaseNonce, writeTransfer, type KeptTransfer } from './payout-transfers.ts';

/**
 * Confirmations of the transfer that used up a nonce before the withdrawal may get another one. A deeper reorganisation
 * could mine the older transfer again, but none is expected.
 */
export const releaseConfirmations = 64;

/** Records the chain's state of a transfer. */
interface PayoutRecording {
  /** The chain has it: shown to the owner as sent, with confirmations. */
  readonly noteSent: (row: Signed, confirmations: number) => Promise<void>;
  /**
   * One of the row's transfers is mined: counts confirmations, and settles the withdrawal when there are enough.
   *
   * @returns null when it ended
   */
  readonly counted: (row: Signed, transfer: KeptTransfer, status: TransferStatus) => Promise<'blocks' | null>;
}

/** Records the progress of a chain's transfers in the rows of their withdrawals. */
export function payoutRecording(deps: PayoutDeps, chain: WatchedChain): PayoutRecording {
  const { database, clock, logger, changes } = deps;

  async function write(work: (tx: Transaction) => Promise<WithdrawalRow | null>) {
    const row = await database.transaction(work);
    if (row !== null) changes.changed(row);
    return row;
  }

  async function noteSent(row: Signed, confirmations: number): Promise<void> {
    const sent = row.state === 'approved' ? await write((tx) => moveTo(tx, row.id, 'sent', { now: clock() })) : row;
    if (sent !== null && sent.confirmations !== confirmations) {
      await write((tx) => writeConfirmations(tx, row.id, confirmations, clock()));
    }
    if (row.tries > 0 && row.asideAt === null) await clearRefusals(database.pool, row.id);
  }

  async function counted(row: Signed, transfer: KeptTransfer, status: TransferStatus): Promise<'blocks' | null> {
    const confirmations = 'confirmations' in status ? status.confirmations : 0;
    if (transfer.pays === 'nothing') {
      if (confirmations < releaseConfirmations) return 'blocks';
      await write((tx) => releaseNonce(tx, row, 'filled', clock()));
      logger.warn({ chain: chain.id, withdrawal: row.id.toString(), nonce: row.nonce }, 'a nonce was filled');
      return null;
    }
    if (row.hash !== transfer.hash) {
      await database.transaction((tx) => writeTransfer(tx, row.id, transfer));
    }
    if (confirmations >= row.needed) {
      await settle(deps, row, status.state === 'mined' ? 'confirmed' : 'failed', confirmations);
      return null;
    }
    await noteSent(row, confirmations);
    return 'blocks';
  }

  return { noteSent, counted };
}
