import type { HeldValue } from '#protocol/wallets/entities/wallet.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { OrderChanges } from './changes.ts';
import { type OrderRow, sideOf, toP2pOrder } from './order-row.ts';

/** Open orders in a snapshot of the account topic. */
const openShown = 50;

/** What the topic reads and follows. */
export interface PublishedP2pOrders extends Pick<OrderChanges, 'onChange'> {
  /** A user's open orders, newest first, at most `most`. */
  underWay(owner: bigint, most: number): Promise<readonly OrderRow[]>;
  /** What is held of a user's value; null for nothing. */
  heldOf(owner: bigint): Promise<HeldValue | null>;
  /** Called when what is held could not be read: it is in the next snapshot. */
  failed(error: unknown): void;
}

/** The P2P orders of the account topic. */
export function p2pOrderTopics(orders: PublishedP2pOrders): AreaTopics {
  return {
    account: {
      fields: ['fiatOrders', 'held'],
      load: async (owner) => {
        const held = await orders.heldOf(owner);
        return {
          fiatOrders: (await orders.underWay(owner, openShown)).map((row) =>
            toP2pOrder(row, sideOf(row, owner) ?? 'buyer'),
          ),
          ...(held === null ? {} : { held }),
        };
      },
      publishTo(accounts) {
        orders.onChange((owner, order) => {
          accounts.changed(owner, { fiatOrders: [order] });
          if (order.state !== 'completed' || order.side !== 'buy' || !accounts.has(owner)) return;
          void orders
            .heldOf(owner)
            .then((held) => held && accounts.changed(owner, { held }))
            .catch((error: unknown) => orders.failed(error));
        });
      },
    },
  };
}
