import { minuteMs } from '../../../protocol/durations.ts';
import type { TransferStatus, WatchedChain } from '../chains/chain.ts';
import { TransferRefused } from '../chains/transfer-refused.ts';
import { ask, refusedWaitMs, type Signed } from './payout-chain.ts';
import type { PayoutDeps } from './deps.ts';
import { keepReplacement, releaseNonce, transfersOf, writeTransfer, type KeptTransfer } from './payout-transfers.ts';
import { settle } from './settlement.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';
import { clearRefusals, moveTo, writeConfirmations, writeRefusal } from './store.ts';

/** A transfer that is first in line and not mined within so many usual blocks is replaced for a higher fee. */
export const bumpAfterBlocks = 8;
/** Transfers that are signed with one nonce: an eighth more each time is four times the first fee at the last. */
export const transfersMax = 12;
/** A transfer that was signed and is refused holds up those behind it: it is given so many tries, seconds in all. */
export const sendTriesMax = 4;
const firstSendWaitMs = 1_000;
/** Not before a stop of its coin lasted so long does a signed transfer give its nonce up to those behind it. */
export const stoppedWaitMs = 5 * minuteMs;
/**
 * Blocks above what used a nonce up before the withdrawal may have another one. No chain is reorganised that deep; one
 * that were could mine the older transfer again.
 */
export const releaseConfirmations = 64;

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

/** Brings signed transfers on, one at a time: sent, sent again, replaced, counted, settled. */
export function payoutFollowing(deps: PayoutDeps, chain: WatchedChain) {
  const { database, clock, logger, changes } = deps;
  const { pool } = database;
  const bumpAfterMs = bumpAfterBlocks * chain.blockMs;
  /** The transfer that is first in line, and since when it is known to be. */
  let first = { nonce: -1, since: 0 };
  const asked = <Answer>(question: () => Promise<Answer>) => ask(chain, question);

  async function write(work: (tx: Parameters<typeof moveTo>[0]) => Promise<WithdrawalRow | null>) {
    const row = await database.transaction(work);
    if (row !== null) changes.changed(row);
    return row;
  }

  /** What the chain says of all transfers with the nonce: what a block holds counts before what waits. */
  async function outcomeOf(transfers: readonly KeptTransfer[]) {
    let found: { transfer: KeptTransfer; status: TransferStatus } | null = null;
    for (const transfer of transfers.toReversed()) {
      const status = await asked(() => chain.status(transfer.hash));
      if (status.state === 'mined' || status.state === 'failed') return { transfer, status };
      if (status.state === 'waiting') found ??= { transfer, status };
    }
    return found;
  }

  /** A block holds one of them. */
  async function counted(row: Signed, transfer: KeptTransfer, status: TransferStatus): Promise<WaitsFor> {
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

  /** The chain has it: the owner sees it as sent, with its blocks. */
  async function noteSent(row: Signed, confirmations: number): Promise<void> {
    const sent = row.state === 'approved' ? await write((tx) => moveTo(tx, row.id, 'sent', { now: clock() })) : row;
    if (sent !== null && sent.confirmations !== confirmations) {
      await write((tx) => writeConfirmations(tx, row.id, confirmations, clock()));
    }
    if (row.tries > 0 && row.asideAt === null) await clearRefusals(pool, row.id);
  }

  /** Signs a dearer transfer with the nonce and keeps it. @returns null when the highest fee leaves no room */
  async function replaced(
    row: Signed,
    transfers: readonly KeptTransfer[],
    pays: KeptTransfer['pays'],
  ): Promise<KeptTransfer | null> {
    const newest = newestOf(transfers);
    if (transfers.length >= transfersMax) return null;
    const signed = await asked(() => chain.replace(newest, pays === 'withdrawal' ? 'same' : 'nothing'));
    if (signed === null) return null;
    const transfer: KeptTransfer = { ...signed, pays, at: clock() };
    await keepReplacement(database, row, transfer);
    logger.info(
      { chain: chain.id, withdrawal: row.id.toString(), pays, hash: transfer.hash },
      'a transfer is replaced',
    );
    return transfer;
  }

  /** Raises the fee of one that is first in line and was not mined for long. */
  async function bump(row: Signed, transfers: readonly KeptTransfer[]): Promise<void> {
    const newest = newestOf(transfers);
    if (first.nonce !== row.nonce) first = { nonce: row.nonce, since: clock() };
    if (clock() - Math.max(newest.at, first.since) < bumpAfterMs) return;
    const dearer = await replaced(row, transfers, newest.pays);
    if (dearer === null) return;
    try {
      await asked(() => chain.send(dearer));
    } catch (error) {
      if (!(error instanceof TransferRefused)) throw error;
      // The one before still waits there; the next one offers more.
      logger.warn({ err: error, chain: chain.id, hash: dearer.hash }, 'a replacement was not taken');
    }
  }

  /** The chain knows none of them: the newest is sent, until it was refused too often. */
  async function offered(row: Signed, transfers: readonly KeptTransfer[]): Promise<WaitsFor> {
    try {
      await asked(() => chain.send(newestOf(transfers)));
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
    const outcome = await outcomeOf(transfers);
    if (outcome === null) return notKnown(row, transfers, turn);
    const { transfer, status } = outcome;
    if (status.state !== 'waiting') return counted(row, transfer, status);
    const isStopped = deps.gate.isStopped('withdrawal', { assets: [row.asset], chain: chain.id });
    if (turn.mayPay && !isStopped && row.nonce === turn.minedNonce) await bump(row, transfers);
    if (newestOf(transfers).pays === 'withdrawal') await noteSent(row, 0);
    return 'mining';
  };
}

function newestOf(transfers: readonly KeptTransfer[]): KeptTransfer {
  const newest = transfers.at(-1);
  if (newest === undefined) throw new Error('a withdrawal has no transfer');
  return newest;
}
