import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { OrdersDeps } from './deps.ts';
import type { OrderDone } from './ending.ts';
import { toP2pOrder } from './order-row.ts';

/** Notified after the commit with a changed order, as one of its sides sees it. */
type OrderListener = (owner: bigint, order: P2pOrder) => void;

/** Listeners for changed orders: the account topic. */
export interface OrderChanges {
  /** @returns unsubscribes */
  readonly onChange: (listener: OrderListener) => () => void;
  /** Calls back after the commit with every order that changed: its conversation has a new line. */
  readonly onTalk: (listener: (order: bigint) => void) => void;
  /** Called after the commit of a line in an order's conversation. */
  said(order: bigint): void;
  /** Called after the commit of the change. */
  changed(done: OrderDone | null): void;
}

export function createOrderChanges({
  ledger,
  board,
  notices,
}: Pick<OrdersDeps, 'ledger' | 'board' | 'notices'>): OrderChanges {
  const listeners = new Set<OrderListener>();
  const talkListeners = new Set<(order: bigint) => void>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTalk: (listener) => void talkListeners.add(listener),
    said(order) {
      for (const listener of talkListeners) listener(order);
    },
    changed(done) {
      if (done === null) return;
      const { row, advert, balances } = done;
      ledger.changed(balances);
      if (advert !== null) board.put(advert);
      for (const listener of talkListeners) listener(row.id);
      for (const side of ['buyer', 'seller'] as const) {
        notices.changed(row[side]);
        for (const listener of listeners) listener(row[side], toP2pOrder(row, side));
      }
    },
  };
}
