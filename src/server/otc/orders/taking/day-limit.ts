import { fiatDayLimits } from '../../../../protocol/fiat.ts';
import { divideDecimals, fromUnits, multiplyDecimals, toUnits } from '../../../../protocol/maths/decimal.ts';
import { assetScale } from '../../../core/assets.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import { isHouse } from '../../../core/ledger/account.ts';
import type { Transaction } from '../../../core/store/database.ts';
import type { AdvertsDeps } from '../../adverts/deps.ts';
import { readFigures } from '../../merchants/figure-rows.ts';
import { dayStart } from '../rules.ts';

/** What worth is counted in. */
const worthScale = 8;

/** What somebody may order in a day (UTC+8) after so many completed orders of 30 days, in USDT. */
export function dayLimitOf(finished: number): string {
  return fiatDayLimits.findLast(({ from }) => finished >= from)?.limit ?? '0';
}

/**
 * Checks what a taker orders today against the limit, which grows with completed orders. Orders that were cancelled do
 * not count. The taker is locked, so that two orders at once count each other. A coin without a price counts nothing.
 *
 * @throws Refusal `quantityOutOfRange` with `why` and what is left, in the coin
 */
export async function checkDayLimit(
  tx: Transaction,
  { prices }: Pick<AdvertsDeps, 'prices'>,
  taker: bigint,
  wanted: { readonly asset: string; readonly units: bigint },
  now: number,
): Promise<void> {
  // Merchants of practice mode have a bound of their own.
  if (isHouse(taker)) return;
  const { rows } = await tx.client.query<{ asset: string; units: string }>(
    `SELECT asset, sum(units) AS units FROM fiat_orders
      WHERE taker = $1 AND created_at >= $2 AND state <> 'cancelled' GROUP BY asset`,
    [taker, dayStart(now)],
  );
  const worthOf = (asset: string, units: bigint): bigint => {
    const price = prices.indexPrice(asset);
    if (price === null) return 0n;
    return toUnits(multiplyDecimals(fromUnits(units, assetScale(asset)), price, worthScale), worthScale);
  };
  const used = rows.reduce((sum, { asset, units }) => sum + worthOf(asset, BigInt(units)), 0n);
  const { finished } = (await readFigures(tx.client, [taker], now))(taker);
  const limit = toUnits(dayLimitOf(finished), worthScale);
  if (used + worthOf(wanted.asset, wanted.units) <= limit) return;
  const left = limit > used ? limit - used : 0n;
  const price = prices.indexPrice(wanted.asset);
  const available = price === null ? '0' : divideDecimals(fromUnits(left, worthScale), price, assetScale(wanted.asset));
  throw new Refusal('quantityOutOfRange', { why: 'day-limit', available, limit: fromUnits(limit, worthScale) });
}
