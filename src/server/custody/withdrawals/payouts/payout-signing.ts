import type { WatchedChain } from '#server/custody/chains/chain.ts';
import { TransferRefused } from '#server/custody/chains/transfer-refused.ts';
import { ask, refusedWaitMs, signedRow, type Signed } from './payout-chain.ts';
import type { PayoutDeps } from '../deps.ts';
import { storeTransfer, nextPayoutNonce } from './payout-transfers.ts';
import { receivedUnits, type WithdrawalRow } from '../withdrawal-row.ts';
import { coinsWaiting, nextForTransfer, writeHindrance, writeRefusal } from './store.ts';

/** Signing failures in one turn after which the rest waits for the next one. */
const notSignedMax = 4;
/** A withdrawal that cannot be signed is set aside after this many attempts, within twenty minutes. */
export const signTriesMax = 8;
const firstSignWaitMs = 10_000;

/** The maximum value of the store's column; a larger balance is always sufficient. */
const countedMax = 2n ** 63n - 1n;

type Hindrance = 'wallet-short' | 'coin-halted' | 'real-network';

/** Notes why approved withdrawals of a coin cannot leave (those above an amount, if one is given), and logs it once. */
function hindrances({ database: { pool }, logger }: Pick<PayoutDeps, 'database' | 'logger'>, chain: WatchedChain) {
  return async (asset: string, hindrance: Hindrance, above: bigint | null = null): Promise<void> => {
    if (!(await writeHindrance(pool, chain.id, asset, hindrance, above))) return;
    logger.error({ chain: chain.id, asset, hindrance }, 'approved withdrawals cannot leave');
  };
}

/** Notes that the chain refused to sign a transfer: it is tried again later, or set aside after too many attempts. */
async function postpone(
  { database, clock, logger, changes }: PayoutDeps,
  { id, chain, ...row }: WithdrawalRow,
  error: TransferRefused,
): Promise<void> {
  const tries = row.tries + 1;
  const againAt = clock() + refusedWaitMs(firstSignWaitMs, tries);
  const isAside = tries >= signTriesMax;
  const after = await writeRefusal(database.pool, id, { error, againAt, asideAt: isAside ? clock() : null });
  if (isAside && after !== null) changes.changed(after);
  logger.error({ err: error, chain, withdrawal: id.toString(), tries }, 'a transfer was not signed');
}

/** Coins whose approved withdrawals may get a transfer now, with the payable amount once queried. */
async function coinsToPay(
  { database, gate }: PayoutDeps,
  chain: WatchedChain,
  mayPay: boolean,
  hinder: ReturnType<typeof hindrances>,
): Promise<Map<string, bigint | null>> {
  const coins = new Map<string, bigint | null>();
  for (const asset of await coinsWaiting(database.pool, chain.id)) {
    const isStopped = gate.isStopped('withdrawal', { assets: [asset], chain: chain.id });
    if (mayPay && !isStopped) coins.set(asset, null);
    else await hinder(asset, mayPay ? 'coin-halted' : 'real-network');
  }
  return coins;
}

/** Gives approved withdrawals of a chain their transfers. */
export function payoutSigning(
  deps: PayoutDeps,
  chain: WatchedChain,
  follow: (row: Signed) => Promise<unknown>,
): (room: number, mayPay: boolean) => Promise<number> {
  const { database, clock } = deps;
  const { pool } = database;

  const hinder = hindrances(deps, chain);

  /** Whether the account can pay it now; larger ones wait, smaller ones proceed. */
  async function isCovered(row: WithdrawalRow, coins: Map<string, bigint | null>): Promise<boolean> {
    const payable = await ask(chain, () => chain.payable(row.asset));
    const most = payable < countedMax ? payable : countedMax;
    if (receivedUnits(row) <= most) return true;
    coins.set(row.asset, most);
    await hinder(row.asset, 'wallet-short', most);
    return false;
  }

  /** Null when the chain refuses it, as for a token that rejects its receiver: others proceed. */
  async function signed(row: WithdrawalRow): Promise<Signed | null> {
    const nonce = await nextPayoutNonce(pool, chain.id);
    try {
      const transfer = await ask(chain, () => chain.sign(row.address, row.asset, receivedUnits(row), nonce));
      return signedRow(await storeTransfer(database, row, transfer, clock()));
    } catch (error) {
      if (!(error instanceof TransferRefused)) throw error;
      if (error.why === 'short') {
        await hinder(row.asset, 'wallet-short', receivedUnits(row) - 1n);
        return null;
      }
      await postpone(deps, row, error);
      return null;
    }
  }

  /**
   * Signs in the order of approval; one that cannot be signed or covered does not block others.
   *
   * @param room transfers that may be signed now
   * @returns the number signed
   */
  return async (room, mayPay) => {
    const coins = await coinsToPay(deps, chain, mayPay, hinder);
    const notSigned: bigint[] = [];
    let paid = 0;
    while (paid < room && notSigned.length < notSignedMax) {
      const row = await nextForTransfer(pool, chain.id, coins, { without: notSigned, now: clock() });
      if (row === null) break;
      if (!(await isCovered(row, coins))) continue;
      if (row.hindrance !== null) await writeHindrance(pool, chain.id, row.asset, null);
      const transfer = await signed(row);
      if (transfer === null) {
        notSigned.push(row.id);
        continue;
      }
      await follow(transfer);
      paid += 1;
    }
    return paid;
  };
}
