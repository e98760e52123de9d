import { createHash } from 'node:crypto';
import type { Book } from './book.ts';

/** A digest of a book's state: equal exactly when last price, orders and their priority are equal. */
export function stateHash(book: Book): string {
  const hash = createHash('sha256');
  hash.update(`last:${book.lastTicks ?? '-'}\n`);
  for (const order of book.restingOrders()) {
    hash.update(`${order.side}:${order.priceTicks}:${order.id}:${order.owner}:${order.lots}\n`);
  }
  return hash.digest('hex');
}
