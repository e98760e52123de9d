import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { ratingMs } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { figuresDay } from '../merchants/rules.ts';
import { lockOwnOrder } from './acts.ts';
import type { OrdersDeps } from './deps.ts';
import type { OrderRow } from './order-row.ts';

/** How a side of an order rated its merchant; null for the merchant, and where there is nothing to rate. */
export function ratingOf(row: OrderRow, user: bigint): P2pOrderDetail['rating'] {
  if (row.merchant === user || row.state !== 'completed' || row.endedAt === null) return null;
  return { positive: row.positive, until: row.endedAt + ratingMs };
}

/**
 * Rates the merchant of a completed order. Only its taker does, once an order: what is rated again replaces what was
 * said before, in the merchant's figures too.
 *
 * @throws Refusal `notFound`, `operationFailed` for the merchant, before the order is completed, and too long after
 */
export async function rateMerchant(
  deps: Pick<OrdersDeps, 'clock' | 'database'>,
  user: bigint,
  { id, positive }: CheckedInput<'PUT otcOrderList'>,
): Promise<CallOutput<'PUT otcOrderList'>> {
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    const { row } = await lockOwnOrder(tx, id, user);
    const rating = ratingOf(row, user);
    if (rating === null || now >= rating.until) throw new Refusal('operationFailed', { why: 'not-to-be-rated' });
    if (rating.positive === positive) return;
    await tx.client.query('UPDATE fiat_orders SET positive = $2 WHERE id = $1', [row.id, positive]);
    await countRating(tx, row, positive);
  });
  return { positive };
}

/** Brings a rating into the figures of the day on which the order ended. */
async function countRating({ client }: Transaction, row: OrderRow, positive: boolean): Promise<void> {
  const rated = row.positive === null ? 1 : 0;
  const change = (positive ? 1 : 0) - (row.positive === true ? 1 : 0);
  await client.query(
    `INSERT INTO fiat_days AS kept (owner, day, rated, positive) VALUES ($1, $2, $3, $4)
     ON CONFLICT (owner, day) DO UPDATE SET rated = kept.rated + $3, positive = kept.positive + $4`,
    [row.merchant, figuresDay(row.endedAt ?? 0), rated, change],
  );
}
