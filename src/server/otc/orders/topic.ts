import type { Pool } from 'pg';
import type { AreaTopics } from '../../core/topics/area-topics.ts';
import type { OrderChanges } from './changes.ts';
import { sideOf, toFiatOrder } from './order-row.ts';
import { openOrdersOf } from './store.ts';

/** Open orders in a snapshot of the account topic. */
const openShown = 50;

/** The fiat orders of the account topic. */
export function orderTopics(pool: Pool, changes: Pick<OrderChanges, 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['fiatOrders'],
      load: async (owner) => ({
        fiatOrders: (await openOrdersOf(pool, owner, openShown)).map((row) =>
          toFiatOrder(row, sideOf(row, owner) ?? 'buyer'),
        ),
      }),
      publishTo: (accounts) =>
        void changes.onChange((owner, order) => accounts.changed(owner, { fiatOrders: [order] })),
    },
  };
}
