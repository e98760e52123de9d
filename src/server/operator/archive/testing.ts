import { dayMs } from '../../../protocol/durations.ts';
import type { ArchiveOrder } from '../../core/archives/archiving.ts';

/** An order of an operator to archive a partition whose rows are older than 400 days. */
export function orderToArchive(order: Pick<ArchiveOrder, 'partition' | 'folder' | 'now' | 'onStep'>): ArchiveOrder {
  return { ...order, by: 'grace', reason: 'test', minimumMs: 400 * dayMs };
}
