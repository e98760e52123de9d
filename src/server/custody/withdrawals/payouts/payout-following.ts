import { minuteMs } from '../../../../protocol/durations.ts';
import type { TransferStatus, WatchedChain } from '../../chains/chain.ts';
import { TransferRefused } from '../../chains/transfer-refused.ts';
import { ask, refusedWaitMs, type Signed } from './payout-chain.ts';
import type { PayoutDeps } from '../deps.ts';
import { payoutRecording } from './payout-recording.ts';
import { payoutReplacing } from './payout-replacing.ts';
import { newestOf, transfersOf, type KeptTransfer } from './payout-transfers.ts';
import { writeRefusal } from './store.ts';

/** A transfer that was signed and is refused holds up those behind it: it is given so many tries, seconds in all. */
export const sendTriesMax = 4;
const firstSendWaitMs = 1_000;
/** Not before a stop of its coin lasted so long does a signed transfer give its nonce up to those behind it. */
export const stoppedWaitMs = 5 * minuteMs;

/**
 * What a transfer waits for: to be mined, for more blocks above it, or to be taken at all, which leaves a `hole` that
 * nothing behind it is mined across. Null when it ended.
 */
export type WaitsFor = 'mining' | 'blocks' | 'hole' | null;

/** What holds in a turn. */
export interface Turn {
  /** Whether the network that the node is on may be paid on. */
  readonly mayPay: boolean;
  /** See `WatchedChain.minedNonce`. */
  readonly minedNonce: number;
  /** Whether a transfer before this one is not with the chain. */
  readonly isBehindHole: boolean;
  /** Whether transfers are signed with later nonces. */
  readonly isFollowed: boolean;
}

/** What the chain says of all transfers with the nonce: what a block holds counts before what waits. */
async function outcomeOf(chain: WatchedChain, transfers: readonly KeptTransfer[]) {
  let found: { transfer: KeptTransfer; status: TransferStatus } | null = null;
  for (const transfer of transfers.toReversed()) {
    const status = await ask(chain, () => chain.status(transfer.hash));
    if (status.state === 'mined' || status.state === 'failed') return { transfer, status };
    if (status.state === 'waiting') found ??= { transfer, status };
  }
  return found;
}

/** Brings signed transfers on, one at a time: sent, sent again, replaced, counted, settled. */
export function payoutFollowing(deps: PayoutDeps, chain: WatchedChain) {
  const { database, clock, logger, changes } = deps;
  const { pool } = database;
  const { noteSent, counted } = payoutRecording(deps, chain);
  const { replaced, bump } = payoutReplacing(deps, chain);

  /** The chain knows none of them: the newest is sent, until it was refused too often. */
  async function offered(row: Signed, transfers: readonly KeptTransfer[]): Promise<WaitsFor> {
    try {
      await ask(chain, () => chain.send(newestOf(transfers)));
    } catch (error) {
      if (!(error instanceof TransferRefused)) throw error;
      return refused(row, transfers, error);
    }
    if (newestOf(transfers).pays === 'withdrawal') await noteSent(row, 0);
    return 'mining';
  }

  async function refused(row: Signed, transfers: readonly KeptTransfer[], error: TransferRefused): Promise<WaitsFor> {
    const tries = row.tries + 1;
    const isLast = tries >= sendTriesMax;
    // What the account cannot cover waits to be funded, and then for another nonce; the rest is for users.
    const isAside = isLast && error.why !== 'short';
    const againAt = clock() + refusedWaitMs(firstSendWaitMs, Math.min(tries, sendTriesMax));
    const after = await writeRefusal(pool, row.id, { error, againAt, asideAt: isAside ? clock() : null });
    if (isAside && after !== null) changes.changed(after);
    logger.error({ err: error, chain: chain.id, withdrawal: row.id.toString(), tries }, 'a transfer was refused');
    // Used elsewhere, the nonce holds nobody up: it is looked for until an operator says that it is gone.
    if (error.why === 'nonce-used') return 'mining';
    const pays = isLast ? 'nothing' : newestOf(transfers).pays;
    if (error.why === 'refused' || pays !== newestOf(transfers).pays) await replaced(row, transfers, pays);
    return 'hole';
  }

  async function notKnown(row: Signed, transfers: readonly KeptTransfer[], turn: Turn): Promise<WaitsFor> {
    if (row.againAt !== null && row.againAt > clock()) return row.nonce < turn.minedNonce ? 'mining' : 'hole';
    if (row.nonce < turn.minedNonce) {
      if (row.asideAt !== null) return 'mining';
      return refused(
        row,
        transfers,
        new TransferRefused('nonce-used', 'a block holds another transfer with its nonce'),
      );
    }
    // Signed before a stop and never heard of by the chain: it stays here for as long.
    if (!turn.mayPay || deps.gate.isStopped('withdrawal', { assets: [], chain: chain.id })) return 'hole';
    if (deps.gate.isStopped('withdrawal', { assets: [row.asset], chain: chain.id })) {
      if (newestOf(transfers).pays === 'nothing') return turn.isBehindHole ? 'hole' : offered(row, transfers);
      if (turn.isFollowed && clock() - newestOf(transfers).at >= stoppedWaitMs)
        await replaced(row, transfers, 'nothing');
      return 'hole';
    }
    return turn.isBehindHole ? 'hole' : offered(row, transfers);
  }

  /** Brings one transfer on. */
  return async function follow(row: Signed, turn: Turn): Promise<WaitsFor> {
    const transfers = await transfersOf(pool, row);
    const outcome = await outcomeOf(chain, transfers);
    if (outcome === null) return notKnown(row, transfers, turn);
    const { transfer, status } = outcome;
    if (status.state !== 'waiting') return counted(row, transfer, status);
    const isStopped = deps.gate.isStopped('withdrawal', { assets: [row.asset], chain: chain.id });
    if (turn.mayPay && !isStopped && row.nonce === turn.minedNonce) await bump(row, transfers);
    if (newestOf(transfers).pays === 'withdrawal') await noteSent(row, 0);
    return 'mining';
  };
}
