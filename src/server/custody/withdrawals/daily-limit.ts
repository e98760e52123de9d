import type { ClientBase, Pool } from 'pg';
import { dayMs } from '#protocol/core/durations.ts';
import { fromUnits, toUnits, unitsPerOne, type Decimal } from '#protocol/core/decimal.ts';
import { dailyWithdrawalUsdt, dailyWithdrawalVerifiedUsdt } from '#protocol/core/limits.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

/** The coin in which the limit is counted. */
const limitAsset = 'USDT';
const limitScale = assetScale(limitAsset);
const priceScale = 18;

/** The limit of a user in units of USDT: more once they are verified (spec point 6). */
export function dailyLimit(verified: boolean): bigint {
  return toUnits(verified ? dailyWithdrawalVerifiedUsdt : dailyWithdrawalUsdt, limitScale);
}

/** What an amount counts against the limit, in units of USDT, rounded up; null for a coin without a price. */
export function worthOf(units: bigint, asset: string, price: Decimal | null): bigint | null {
  if (asset === limitAsset) return units;
  if (price === null) return null;
  const product = units * toUnits(price, priceScale) * unitsPerOne(limitScale);
  const one = unitsPerOne(assetScale(asset) + priceScale);
  return (product + one - 1n) / one;
}

/** What a user requested to withdraw within the last 24 hours, in units of USDT. Refunded withdrawals do not count. */
export async function usedOfLimit(client: ClientBase | Pool, owner: bigint, now: number): Promise<bigint> {
  const { rows } = await client.query<{ used: string }>(
    `SELECT coalesce(sum(worth), 0) AS used FROM withdrawals
      WHERE owner = $1 AND created_at > $2 AND state NOT IN ('refused', 'failed')`,
    [owner, now - dayMs],
  );
  return BigInt(rows[0]?.used ?? 0);
}

/**
 * Checks that a withdrawal stays within the limit. The caller holds the lock of the user's withdrawals, so that
 * concurrent requests are serialised.
 *
 * @returns what it counts, in units of USDT
 * @throws Refusal `quantityOutOfRange` with the limit and what is used of it, in USDT; for a coin without a price too,
 *   because its value is unknown
 */
export async function checkDailyLimit(
  client: ClientBase,
  user: { readonly owner: bigint; readonly verified: boolean },
  worth: bigint | null,
  now: number,
): Promise<bigint> {
  const limit = dailyLimit(user.verified);
  const used = await usedOfLimit(client, user.owner, now);
  if (worth === null || used + worth > limit) {
    throw new Refusal('quantityOutOfRange', { limit: shownUsdt(limit), used: shownUsdt(used) });
  }
  return worth;
}

/** Units of USDT as a decimal. */
export function shownUsdt(units: bigint): Decimal {
  return fromUnits(units, limitScale);
}
