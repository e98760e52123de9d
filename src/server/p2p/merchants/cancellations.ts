import { cancelPenaltyPercent, freeCancelsPerDay, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { dayStart, depositAfter } from './rules.ts';
import type { MerchantRow } from './store.ts';
import { readMerchant } from './store.ts';

/** What one more cancellation takes of a deposit, truncated. Units of its coin. */
export function cancelPenaltyOf(units: bigint): bigint {
  return (units * BigInt(cancelPenaltyPercent)) / 100n;
}

/** What one more cancellation beyond the free ones would take of a deposit as it is. */
export function cancelCostOf({ state, units }: Pick<MerchantRow, 'state' | 'units'>): bigint {
  return depositAfter(state, 'penalise') === null ? 0n : cancelPenaltyOf(units);
}

/**
 * SQL of the cancellations of a buyer since a moment, among them orders not paid in time: those that count, see
 * `orders/cancellations/rules.ts`. By the index of buyer and end.
 */
export function cancelsSince(buyer: string, since: string): string {
  return `(SELECT count(*) FROM fiat_orders
            WHERE buyer = ${buyer} AND cancel_number IS NOT NULL AND ended_at >= ${since})::int`;
}

/** Cancellations of a buyer today (UTC+8) that count. */
export async function cancelsToday(client: Queryable, buyer: bigint, now: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT ${cancelsSince('$1', '$2')} AS count`, [
    buyer,
    dayStart(now),
  ]);
  return rows[0]?.count ?? 0;
}

/** The question before another cancellation is risked or made. @param cost of the deposit; 0 for who has none */
export function costQuestion(cost: bigint): Refusal {
  const amount = fromUnits(cost, assetScale(merchantDepositAsset));
  return new Refusal('thirdCancelCosts', cost === 0n ? undefined : { amount, asset: merchantDepositAsset });
}

/** The question to somebody who has used up the free cancellations of today, with what the next one costs. */
export async function costQuestionOf(client: Queryable, buyer: bigint): Promise<Refusal> {
  return costQuestion(cancelCostOf(await readMerchant(client, buyer)));
}

/** Whether a merchant said today that another cancellation may cost. */
export function isCostConfirmed(costConfirmedAt: number | null, now: number): boolean {
  return costConfirmedAt !== null && costConfirmedAt >= dayStart(now);
}

/**
 * Whether a merchant has to confirm what another cancellation costs before buy adverts are taken: the free ones of today
 * are used up. The user is locked.
 */
export async function needsCostConfirmed({ client }: Pick<Transaction, 'client'>, owner: bigint, now: number) {
  if (isHouse(owner) || (await cancelsToday(client, owner, now)) < freeCancelsPerDay) return false;
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT cost_confirmed_at AS at FROM merchants WHERE owner = $1',
    [owner],
  );
  const [row] = rows;
  return !isCostConfirmed(row === undefined || row.at === null ? null : Number(row.at), now);
}

/** Notes that a merchant confirmed it; the deposit is locked. */
export async function confirmCost({ client }: Pick<Transaction, 'client'>, owner: bigint, now: number): Promise<void> {
  await client.query('UPDATE merchants SET cost_confirmed_at = $2 WHERE owner = $1', [owner, now]);
}
