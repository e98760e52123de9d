import type { Units } from '#protocol/core/brand.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { toUnits, type Decimal } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';

/** What the faucet hands out of a coin at a time; null when it has none of it. */
export function faucetAmount(asset: string): Decimal | null {
  return instruments.coins.get(asset)?.faucetAmount ?? null;
}

/** Initial balance of a practice account: enough to place both kinds of order. */
const firstCoins: readonly string[] = ['USDT', 'BTC'];

/** The wait before the same coin can be taken again. */
export const faucetWaitMs = dayMs;

/**
 * Gives a new account its first practice coins; called in the transaction of the registration.
 *
 * @param at epoch milliseconds
 * @param isStopped coins that must not move now are skipped
 * @returns the changed balances, for `ledger.changed` after the commit
 */
export function fundPracticeAccount(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany'>,
  userId: bigint,
  at: number,
  isStopped: (asset: string) => boolean = () => false,
): Promise<BalanceRow[]> {
  return ledger.postMany(
    tx,
    firstCoins.filter((asset) => !isStopped(asset)).map((asset) => handOut(userId, asset, at)),
  );
}

/** What was taken, and when the same coin can be taken again. */
interface FaucetTake {
  readonly amount: Decimal;
  readonly nextAt: number;
  readonly changed: readonly BalanceRow[];
}

/**
 * Takes one coin from the faucet: once in 24 hours per user and coin.
 *
 * @param at epoch milliseconds
 * @throws Refusal `notFound` for a coin it does not have, `verificationTooOften` (with `nextAt`) when taken too early
 */
export async function takePracticeCoins(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  userId: bigint,
  asset: string,
  at: number,
): Promise<FaucetTake> {
  const amount = faucetAmount(asset);
  if (amount === null) throw new Refusal('notFound');
  const taken = await tx.client.query(
    `INSERT INTO faucet_takes AS take (user_id, asset, at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, asset) DO UPDATE SET at = excluded.at WHERE take.at <= $4`,
    [userId, asset, at, at - faucetWaitMs],
  );
  if (taken.rowCount === 0) throw new Refusal('verificationTooOften', { nextAt: await nextTakeAt(tx, userId, asset) });
  const changed = await ledger.post(tx, handOut(userId, asset, at));
  return { amount, nextAt: at + faucetWaitMs, changed };
}

async function nextTakeAt(tx: Transaction, userId: bigint, asset: string): Promise<number> {
  const { rows } = await tx.client.query<{ at: string }>(
    'SELECT at FROM faucet_takes WHERE user_id = $1 AND asset = $2',
    [userId, asset],
  );
  return Number(rows[0]?.at ?? 0) + faucetWaitMs;
}

function handOut(userId: bigint, asset: string, at: number): Journal {
  return practiceJournal(userId, asset, toUnits(faucetAmount(asset) ?? '0', assetScale(asset)), at);
}

/** Coins of practice mode that come to a user’s spot wallet. */
export function practiceJournal(userId: bigint, asset: string, units: Units, at: number): Journal {
  const account = { wallet: 'spot', asset, part: 'available' } as const;
  return {
    kind: 'practice',
    reference: null,
    at,
    postings: [
      { ...account, owner: houseOwners.practice, amount: 0n - units },
      { ...account, owner: userId, amount: units },
    ],
  };
}
