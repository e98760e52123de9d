import { Retries } from '../retries.ts';
import type { SignedTransfer, TransferStatus, WatchedChain } from '../chains/chain.ts';
import { keepTransfer, nextPayoutNonce, reconcileNonces } from './payout-transfers.ts';
import { settle } from './settlement.ts';
import type { WithdrawalChanges } from './withdrawal-changes.ts';
import { receivedUnits, type WithdrawalRow } from './withdrawal-row.ts';
import {
  coinsWaiting,
  moveTo,
  nextForTransfer,
  signedUnderWay,
  writeChainAway,
  writeConfirmations,
  writeHindrance,
  writeNotSigned,
} from './withdrawal-store.ts';
import type { WithdrawalsMeans } from './withdrawals-means.ts';

/** Transfers of one chain that may wait to be mined at once: nodes keep only so many of one account. */
const notMinedMax = 32;
/** Transfers of one chain that may be followed at once, mined or not. */
const followedMax = 256;
/** Transfers that may fail to be signed in one turn before the rest waits for the next one. */
const notSignedMax = 4;

/** The payouts of one chain: the only one who signs with its paying account. */
export interface Payouts {
  /**
   * One turn: follows every transfer that is under way, sends again what the chain does not know, and gives approved
   * withdrawals their transfers. Turns never overlap.
   *
   * @returns whether something waits for the chain, so that the next turn should come soon
   */
  turn(): Promise<boolean>;
}

export type PayoutMeans = Pick<WithdrawalsMeans, 'database' | 'ledger' | 'clock' | 'logger' | 'notices' | 'gate'> & {
  readonly changes: WithdrawalChanges;
};

/** The chain did not answer, or did not take what it was given. */
class ChainTrouble extends Error {}

/** A row with its transfer. */
type Signed = WithdrawalRow & SignedTransfer;

/**
 * Payouts of a chain. A transfer is signed, kept durably with its nonce, and only then sent, so that whatever dies in
 * between, the same transfer goes out again and never a second one.
 */
export function createPayouts(means: PayoutMeans, chain: WatchedChain): Payouts {
  const { database, clock, logger, changes } = means;
  const { pool } = database;
  let reconciled = false;
  const retries = new Retries<bigint>(clock, (error, withdrawal) =>
    logger.error({ err: error, withdrawal: withdrawal.toString() }, 'a transfer could not be followed'),
  );
  /** Whether the network that the node is on may be paid on, as of this turn. */
  let mayPay = false;
  /** Null before the first turn: an earlier server may have left its note. */
  let isAway: boolean | null = null;

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      throw new ChainTrouble(`chain ${chain.id} did not do it`, { cause: error });
    }
  }

  const isStopped = (asset: string) => means.gate.isStopped('withdrawal', { assets: [asset], chain: chain.id });

  async function reconcile(): Promise<void> {
    if (reconciled) return;
    const elsewhere = await reconcileNonces(pool, chain.id, await ask(() => chain.nextNonce()));
    if (elsewhere > 0) logger.warn({ chain: chain.id, elsewhere }, 'the paying account was used elsewhere');
    reconciled = true;
  }

  /** Brings one transfer on: sent, counted, or settled. @returns what it waits for, or null when it ended */
  async function follow(row: Signed): Promise<'mining' | 'blocks' | null> {
    let status = await ask(() => chain.status(row.hash));
    if (status.state === 'unknown') {
      // Signed before the stop and never heard of by the chain: it stays here for as long.
      if (!mayPay || isStopped(row.asset)) return 'mining';
      await ask(() => chain.send({ raw: row.raw, hash: row.hash, nonce: row.nonce }));
      status = { state: 'waiting' };
    }
    if (isSettled(row, status)) {
      await settle(means, row, status.state === 'mined' ? 'confirmed' : 'failed', confirmationsOf(status));
      return null;
    }
    const sent = row.state === 'approved' ? await write((tx) => moveTo(tx, row.id, 'sent', { now: clock() })) : row;
    const confirmations = confirmationsOf(status);
    if (sent !== null && sent.confirmations !== confirmations) {
      await write((tx) => writeConfirmations(tx, row.id, confirmations, clock()));
    }
    return confirmations === 0 ? 'mining' : 'blocks';
  }

  /** One that cannot be followed, as when it cannot be settled, keeps its place at the chain and no other one waiting. */
  async function followApart(row: WithdrawalRow): Promise<'mining' | 'blocks' | null> {
    let waitsFor: 'mining' | 'blocks' | null = 'mining';
    const away: ChainTrouble[] = [];
    await retries.attempt(row.id, async () => {
      try {
        waitsFor = await follow(signedRow(row));
      } catch (error) {
        if (!(error instanceof ChainTrouble)) throw error;
        away.push(error);
      }
    });
    if (away[0] !== undefined) throw away[0];
    return waitsFor;
  }

  async function write(work: (tx: Parameters<typeof moveTo>[0]) => Promise<WithdrawalRow | null>) {
    const row = await database.transaction(work);
    if (row !== null) changes.changed(row);
    return row;
  }

  /** Null when the chain does not let it be signed, as for a token that refuses its receiver: others go on. */
  async function sign(row: WithdrawalRow): Promise<SignedTransfer | null> {
    const nonce = await nextPayoutNonce(pool, chain.id);
    try {
      return await chain.sign(row.address, row.asset, receivedUnits(row), nonce);
    } catch (error) {
      if (await writeNotSigned(pool, row.id)) {
        logger.error({ err: error, chain: chain.id, withdrawal: row.id.toString() }, 'a transfer was not signed');
      }
      return null;
    }
  }

  async function hinder(asset: string, hindrance: 'wallet-short' | 'coin-halted' | 'real-network'): Promise<void> {
    if (!(await writeHindrance(pool, chain.id, asset, hindrance))) return;
    logger.error({ chain: chain.id, asset, hindrance }, 'approved withdrawals cannot leave');
  }

  /** Coins whose approved withdrawals may get a transfer now. */
  async function coinsToPay(): Promise<Set<string>> {
    const coins = new Set(await coinsWaiting(pool, chain.id));
    for (const asset of coins) {
      if (mayPay && !isStopped(asset)) continue;
      coins.delete(asset);
      await hinder(asset, mayPay ? 'coin-halted' : 'real-network');
    }
    return coins;
  }

  /** Gives approved withdrawals their transfers, in their order; a coin that is short keeps no other coin waiting. */
  async function payWaiting(room: number): Promise<number> {
    const coins = await coinsToPay();
    const notSigned: bigint[] = [];
    let paid = 0;
    while (paid < room && coins.size > 0 && notSigned.length < notSignedMax) {
      const row = await nextForTransfer(pool, chain.id, [...coins], notSigned);
      if (row === null) break;
      if ((await ask(() => chain.payable(row.asset))) < receivedUnits(row)) {
        coins.delete(row.asset);
        await hinder(row.asset, 'wallet-short');
        continue;
      }
      if (row.hindrance !== null) await writeHindrance(pool, chain.id, row.asset, null);
      const transfer = await sign(row);
      if (transfer === null) {
        notSigned.push(row.id);
        continue;
      }
      await follow(signedRow(await keepTransfer(database, row, transfer)));
      paid += 1;
    }
    return paid;
  }

  async function turn(): Promise<boolean> {
    const signed = await signedUnderWay(pool, chain.id);
    if (signed.length === 0 && (await coinsWaiting(pool, chain.id)).length === 0) return false;
    mayPay = await ask(() => chain.paysOut());
    await reconcile();
    let mining = 0;
    let followed = 0;
    // By nonce: the chain takes none before those that come first.
    for (const row of signed) {
      const waitsFor = await followApart(row);
      if (waitsFor !== null) followed += 1;
      if (waitsFor === 'mining') mining += 1;
    }
    const paid = await payWaiting(Math.min(notMinedMax - mining, followedMax - followed));
    return followed + paid > 0 || (await coinsWaiting(pool, chain.id)).length > 0;
  }

  async function noteAway(error: ChainTrouble | null): Promise<void> {
    const now = error !== null;
    if (now && isAway !== true) logger.error({ err: error, chain: chain.id }, 'payouts wait for their chain');
    if (!now && isAway === true) logger.info({ chain: chain.id }, 'payouts go on');
    // While it is away, more may be approved: each turn says so of all.
    if (now || isAway !== false) await writeChainAway(pool, chain.id, now);
    isAway = now;
  }

  return {
    async turn() {
      try {
        const isBusy = await turn();
        await noteAway(null);
        return isBusy;
      } catch (error) {
        if (!(error instanceof ChainTrouble)) throw error;
        await noteAway(error);
        return true;
      }
    },
  };
}

function confirmationsOf(status: TransferStatus): number {
  return 'confirmations' in status ? status.confirmations : 0;
}

function isSettled(row: WithdrawalRow, status: TransferStatus): boolean {
  return (status.state === 'mined' || status.state === 'failed') && status.confirmations >= row.needed;
}

function signedRow(row: WithdrawalRow): Signed {
  const { nonce, raw, hash } = row;
  if (nonce === null || raw === null || hash === null) throw new Error(`withdrawal ${row.id} has no transfer`);
  return { ...row, nonce, raw, hash };
}
