import { minuteMs } from '#protocol/core/durations.ts';
import type { TransferStatus, WatchedChain } from '#server/custody/chains/chain.ts';
import { TransferRefused } from '#server/custody/chains/transfer-refused.ts';
import { ask, refusedWaitMs, type Signed } from './payout-chain.ts';
import type { PayoutDeps } from '../deps.ts';
import { payoutRecording } from './payout-recording.ts';
import { payoutReplacing } from './payout-replacing.ts';
import { newestOf, transfersOf, type KeptTransfer } from './payout-transfers.ts';
import { writeRefusal } from './store.ts';

/** A signed transfer that is refused holds up those behind it, so it gets only this many attempts, within seconds. */
export const sendTriesMax = 4;
const firstSendWaitMs = 1_000;
/** A stop must last this long before a signed transfer gives up its nonce to those behind it. */
const stoppedWaitMs = 5 * minuteMs;

/**
 * What a transfer waits for: to be mined, for confirmations, or to be accepted at all, which leaves a `hole` that
 * blocks everything behind it. Null when it ended.
 */
export type WaitsFor = 'mining' | 'blocks' | 'hole' | null;

/** State of a turn. */
export interface Turn {
  /** Whether payouts are allowed on the node's network. */
  readonly mayPay: boolean;
  /** See `WatchedChain.minedNonce`. */
  readonly minedNonce: number;
  /** Whether an earlier transfer is not on the chain. */
  readonly isBehindHole: boolean;
  /** Whether transfers are signed with later nonces. */
  readonly isFollowed: boolean;
}

/** The chain's state of all transfers with the nonce: a mined one takes precedence over a pending one. */
async function outcomeOf(chain: WatchedChain, transfers: readonly KeptTransfer[]) {
  let found: { transfer: KeptTransfer; status: TransferStatus } | null = null;
  for (const transfer of transfers.toReversed()) {
    const status = await ask(chain, () => chain.status(transfer.hash));
    if (status.state === 'mined' || status.state === 'failed') return { transfer, status };
    if (status.state === 'waiting') found ??= { transfer, status };
  }
  return found;
}

/** Advances signed transfers, one at a time: sends, resends, replaces, confirms, settles. */
export function payoutFollowing(deps: PayoutDeps, chain: WatchedChain) {
  const { database, clock, logger, changes } = deps;
  const { pool } = database;
  const { noteSent, counted } = payoutRecording(deps, chain);
  const { replaced, bump } = payoutReplacing(deps, chain);

  /** The chain knows none of them: the newest is sent until it is refused too often. */
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
    // A transfer the account cannot cover waits for funds, and then for another nonce; other failures are for the
    // operator.
    const isAside = isLast && error.why !== 'short';
    const againAt = clock() + refusedWaitMs(firstSendWaitMs, Math.min(tries, sendTriesMax));
    const after = await writeRefusal(pool, row.id, { error, againAt, asideAt: isAside ? clock() : null });
    if (isAside && after !== null) changes.changed(after);
    logger.error({ err: error, chain: chain.id, withdrawal: row.id.toString(), tries }, 'a transfer was refused');
    // A nonce used elsewhere blocks nothing: it is checked until an operator confirms that it is lost.
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
    // Signed before a stop and unknown to the chain: held back during the stop.
    if (!turn.mayPay || deps.gate.isStopped('withdrawal', { assets: [], chain: chain.id })) return 'hole';
    if (deps.gate.isStopped('withdrawal', { assets: [row.asset], chain: chain.id })) {
      if (newestOf(transfers).pays === 'nothing') return turn.isBehindHole ? 'hole' : offered(row, transfers);
      if (turn.isFollowed && clock() - newestOf(transfers).at >= stoppedWaitMs)
        await replaced(row, transfers, 'nothing');
      return 'hole';
    }
    return turn.isBehindHole ? 'hole' : offered(row, transfers);
  }

  /** Advances one transfer. */
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
