import { hourMs } from '#protocol/core/durations.ts';
import { fromUnits, toExactUnits, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { faucetAmount } from '#server/custody/wallets/practice-coins.ts';
import type { Faucet } from '#server/custody/chains/chain.ts';
import type { TestChain } from './test-chain.ts';

/** Payments of one coin to one user within the window. */
const faucetPaymentsMax = 5;
const faucetWindowMs = hourMs;
/** A payment is at most this share of the practice faucet's amount. */
const faucetPart = 10n;

/** The faucet of the test chain. */
export function faucetOf(chain: Pick<TestChain, 'pay'>): Faucet {
  return async (tx, user, { asset, amount }, now) => {
    const handOut = faucetAmount(asset);
    if (handOut === null) throw new Refusal('currencyMismatch');
    const scale = assetScale(asset);
    const most = toUnits(handOut, scale) / faucetPart;
    const units = amount === undefined ? most : toExactUnits(amount, scale);
    if (units === null || units > most) throw new Refusal('enterAmount', { maximum: fromUnits(most, scale) });
    const nextAt = await countPayment(tx, user.userId, asset, now);
    const hash = await chain.pay(tx, user.address, asset, units);
    return { amount: fromUnits(units, scale), hash, nextAt };
  };
}

/** @returns when the next one is allowed @throws Refusal `verificationTooOften` */
async function countPayment(tx: Transaction, userId: bigint, asset: string, now: number): Promise<number> {
  const { rows } = await tx.client.query<{ taken: number; from: string }>(
    `INSERT INTO test_faucet_takes AS take (user_id, asset, window_from, taken) VALUES ($1, $2, $3, 1)
     ON CONFLICT (user_id, asset) DO UPDATE
        SET window_from = CASE WHEN take.window_from <= $4 THEN $3 ELSE take.window_from END,
            taken = CASE WHEN take.window_from <= $4 THEN 1 ELSE take.taken + 1 END
     RETURNING taken, window_from AS from`,
    [userId, asset, now, now - faucetWindowMs],
  );
  const count = rows[0];
  if (count === undefined) throw new Error('a payment of the faucet was not counted');
  const windowEnds = Number(count.from) + faucetWindowMs;
  // The refusal rolls the transaction back, including the count.
  if (count.taken > faucetPaymentsMax) throw new Refusal('verificationTooOften', { nextAt: windowEnds });
  return count.taken === faucetPaymentsMax ? windowEnds : now;
}
