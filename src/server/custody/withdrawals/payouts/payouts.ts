import type { WatchedChain } from '#server/custody/chains/chain.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import { ask, ChainTrouble, signedRow, type Signed } from './payout-chain.ts';
import type { PayoutDeps } from '../deps.ts';
import { payoutFollowing, type Turn, type WaitsFor } from './payout-following.ts';
import { payoutSigning } from './payout-signing.ts';
import { reconcileNonces } from './payout-transfers.ts';
import type { WithdrawalRow } from '../withdrawal-row.ts';
import { coinsWaiting, signedUnderWay, waitingForUsers, writeChainAway } from './store.ts';
import { noTroubles } from '#server/core/jobs/troubles.ts';

/** Most unmined transfers per chain: nodes limit the mempool per account. */
const notMinedMax = 32;
/** Most transfers followed per chain, mined or not. */
const followedMax = 256;
/** Consecutive transfers without an answer after which the chain counts as unavailable. */
const unansweredMax = 3;

/** The payouts of one chain, the only signer of its paying account. */
export interface Payouts {
  /**
   * One turn: follows every pending transfer, resends those unknown to the chain, and signs transfers of approved
   * withdrawals. Turns never overlap.
   *
   * @returns whether something waits for the chain, so that the next turn should follow soon
   */
  turn(): Promise<boolean>;
}

/** Health of a chain's payouts, as reported and as noted on withdrawals. */
interface PayoutHealth {
  /**
   * Runs a turn, and notes whether the chain answered and what waits for the operator.
   *
   * @param turn returns whether something waits for the chain
   * @returns the same; true when the chain did not answer
   */
  during(turn: () => Promise<boolean>): Promise<boolean>;
}

/** Health of one chain's payouts. */
function payoutHealth(
  { database: { pool }, logger, troubles = noTroubles }: Pick<PayoutDeps, 'database' | 'logger' | 'troubles'>,
  chain: WatchedChain,
): PayoutHealth {
  /** Null before the first turn: an earlier server may have left a note. */
  let isAway: boolean | null = null;

  /** Null when the chain answers. */
  async function noteAway(error: ChainTrouble | null): Promise<void> {
    const isNow = error !== null;
    if (isNow && isAway !== true) logger.error({ err: error, chain: chain.id }, 'payouts wait for their chain');
    if (!isNow && isAway === true) logger.info({ chain: chain.id }, 'payouts resumed');
    // While it is unavailable, more may be approved: each turn notes it on all.
    if (isNow || isAway !== false) await writeChainAway(pool, chain.id, isNow);
    isAway = isNow;
    if (isNow) troubles.failing(`payouts: node of ${chain.id}`);
    else troubles.working(`payouts: node of ${chain.id}`);
  }

  /** Health reports what waits for the operator, and since when. */
  async function tellUsers(): Promise<void> {
    const { aside, short } = await waitingForUsers(pool, chain.id);
    troubles.waiting(`payouts of ${chain.id} set aside`, aside);
    troubles.waiting(`payouts of ${chain.id} wait for funds`, short);
  }

  return {
    async during(turn) {
      try {
        const isBusy = await turn();
        await noteAway(null);
        return isBusy;
      } catch (error) {
        if (!(error instanceof ChainTrouble)) throw error;
        await noteAway(error);
        return true;
      } finally {
        await tellUsers();
      }
    },
  };
}

/**
 * Payouts of a chain. A transfer is signed, stored durably with its nonce, and only then sent, so that after any crash
 * the same transfer is sent again. A replacement keeps the nonce, so only one can be mined. A transfer that the chain
 * refuses is set aside, and its nonce is filled by an empty transfer, so that those behind it proceed.
 */
export function createPayouts(deps: PayoutDeps, chain: WatchedChain): Payouts {
  const { database, clock, logger } = deps;
  const { pool } = database;
  const retries = new Retries<bigint>(clock, (error, withdrawal) =>
    logger.error({ err: error, withdrawal: withdrawal.toString() }, 'a transfer could not be followed'),
  );
  let now: Turn = { mayPay: false, minedNonce: 0, isBehindHole: false, isFollowed: false };
  const health = payoutHealth(deps, chain);
  const reconcile = reconciling(deps, chain);
  const follow = payoutFollowing(deps, chain);
  const payWaiting = payoutSigning(deps, chain, (row) => followOne(row));

  async function followOne(row: Signed): Promise<WaitsFor> {
    const waitsFor = await follow(row, now);
    if (waitsFor === 'hole') now = { ...now, isBehindHole: true };
    return waitsFor;
  }

  /** One that cannot be followed, as when it cannot be settled, does not block the others. */
  async function followApart(row: WithdrawalRow): Promise<{ waitsFor: WaitsFor; trouble: ChainTrouble | null }> {
    let waitsFor: WaitsFor = 'mining';
    let trouble: ChainTrouble | null = null;
    await retries.attempt(row.id, async () => {
      try {
        waitsFor = await followOne(signedRow(row));
      } catch (error) {
        if (!(error instanceof ChainTrouble)) throw error;
        trouble = error;
      }
    });
    return { waitsFor, trouble };
  }

  /** @throws ChainTrouble when the chain answers about none of them, or fails for several in a row */
  async function followAll(signed: readonly WithdrawalRow[]): Promise<{ followed: number; mining: number }> {
    let followed = 0;
    let mining = 0;
    let unanswered = 0;
    // In nonce order, as the chain requires.
    for (const [nth, row] of signed.entries()) {
      now = { ...now, isFollowed: nth < signed.length - 1 };
      const { waitsFor, trouble } = await followApart(row);
      unanswered = trouble === null ? 0 : unanswered + 1;
      if (trouble !== null && (unanswered === signed.length || unanswered >= unansweredMax)) throw trouble;
      if (waitsFor !== null) followed += 1;
      if (waitsFor === 'mining' || waitsFor === 'hole') mining += 1;
    }
    return { followed, mining };
  }

  async function turn(): Promise<boolean> {
    const signed = await signedUnderWay(pool, chain.id);
    if (signed.length === 0 && (await coinsWaiting(pool, chain.id)).length === 0) return false;
    const mayPay = await ask(chain, () => chain.canPay());
    await reconcile();
    const minedNonce = signed.length === 0 ? 0 : await ask(chain, () => chain.minedNonce());
    now = { mayPay, minedNonce, isBehindHole: false, isFollowed: false };
    const { followed, mining } = await followAll(signed);
    // Nothing is mined beyond a hole: it is closed within seconds, and until then nothing is signed behind it.
    const room = now.isBehindHole ? 0 : Math.min(notMinedMax - mining, followedMax - followed);
    const paid = await payWaiting(room, mayPay);
    return followed + paid > 0 || (await coinsWaiting(pool, chain.id)).length > 0;
  }

  return { turn: () => health.during(turn) };
}

/** Compares the nonces of store and chain, once. */
function reconciling({ database, logger }: PayoutDeps, chain: WatchedChain): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    const elsewhere = await reconcileNonces(database.pool, chain.id, await ask(chain, () => chain.nextNonce()));
    if (elsewhere > 0) logger.warn({ chain: chain.id, elsewhere }, 'the paying account was used elsewhere');
    isDone = true;
  };
}
