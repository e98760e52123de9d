import type { Transaction } from '#server/core/store/database.ts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderRow } from '../order-row.ts';
import { answerMsOf, orderAfter } from '../rules.ts';
import { writeOrder } from '../store.ts';

/**
 * Puts a paid order with a case under appeal, so that an arbiter decides: one of its sides may be unable to release or to
 * cancel. Both sides have the time to say their part. The order is locked.
 */
export async function openCaseAppeal(
  tx: Transaction,
  { mode }: Pick<OrdersDeps, 'mode'>,
  row: OrderRow,
  now: number,
): Promise<OrderRow> {
  const state = orderAfter(row.state, 'appeal');
  if (state === null) throw new Error(`fiat order ${row.id} is ${row.state}: no appeal of its case`);
  const answerUntil = now + answerMsOf(mode);
  return writeOrder(tx, row, { state, appealedBy: 'system', appealedAt: now, answerUntil, dueAt: answerUntil }, now);
}
