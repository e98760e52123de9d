import { fromUnits } from '#protocol/core/decimal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { marketScale } from '../adverts/rules.ts';
import { shownPenalty } from './appeals/penalties.ts';
import type { OrdersDeps } from './deps.ts';
import { type OrderRow, referenceOf } from './order-row.ts';
import type { OrderSide } from './rules.ts';

/** What a side is notified of. */
export type OrderNews =
  | 'taken'
  | 'case'
  | 'paid'
  | 'unproven'
  | 'released'
  | 'cancelled'
  | 'expired'
  | 'unpaid'
  | 'unpaid-cost'
  | 'appealed'
  | 'asked'
  | 'decided';

/** Notifies sides of an order in the transaction that changes it. */
export async function notifyOfOrder(
  tx: Transaction,
  { notices }: Pick<OrdersDeps, 'notices'>,
  row: OrderRow,
  sides: readonly OrderSide[],
  news: OrderNews,
): Promise<void> {
  const scale = marketScale(row.asset, row.currency);
  const facts = {
    order: row.id.toString(),
    reference: referenceOf(row.id),
    quantity: fromUnits(row.units, scale.coin),
    asset: row.asset,
    amount: fromUnits(row.amount, scale.money),
    currency: row.currency,
    reason: row.reason ?? '',
    number: String(row.cancelNumber ?? 0),
    penalty: shownPenalty(row.penalty),
  };
  const subject = { kind: 'fiat-order', order: facts.order } as const;
  for (const side of sides) await notices.send(tx, row[side], 'trading', `notice/fiat-order-${news}`, facts, subject);
}
