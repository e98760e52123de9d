import type { AreaTopics } from '../../core/topics/area-topics.ts';
import type { OrderChanges } from './changes.ts';
import { type OrderRow, sideOf, toFiatOrder } from './order-row.ts';

/** Open orders in a snapshot of the account topic. */
const openShown = 50;

/** What the topic reads and follows. */
export interface PublishedFiatOrders extends Pick<OrderChanges, 'onChange'> {
  /** A user's open orders, newest first, at most `most`. */
  underWay(owner: bigint, most: number): Promise<readonly OrderRow[]>;
}

/** The fiat orders of the account topic. */
export function fiatOrderTopics(orders: PublishedFiatOrders): AreaTopics {
  return {
    account: {
      fields: ['fiatOrders'],
      load: async (owner) => ({
        fiatOrders: (await orders.underWay(owner, openShown)).map((row) =>
          toFiatOrder(row, sideOf(row, owner) ?? 'buyer'),
        ),
      }),
      publishTo: (accounts) => void orders.onChange((owner, order) => accounts.changed(owner, { fiatOrders: [order] })),
    },
  };
}
