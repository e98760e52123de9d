import type { AccountPart } from '#server/core/topics/account-part.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import { type DepthDeps, depthTopic } from './depth-topic.ts';
import { toOrder } from './order.ts';
import type { Spot } from './spot.ts';

/** The books of every pair as topics, and orders in the accounts of their owners. */
export function spotTopics(deps: DepthDeps & { readonly spot: Spot }): AreaTopics {
  return { sources: [depthTopic(deps)], account: spotAccount(deps.spot) };
}

/** Spot orders of the account topic. */
export function spotAccount(spot: Pick<Spot, 'openOrders' | 'onEvents'>): AccountPart<'orders'> {
  return {
    fields: ['orders'],
    load: (owner) => ({ orders: spot.openOrders(owner).map(toOrder) }),
    publishTo: (accounts) =>
      void spot.onEvents((event) => {
        if (accounts.isEmpty) return;
        for (const [owner, orders] of Map.groupBy(event.orders, (order) => order.owner)) {
          if (accounts.has(owner)) accounts.changed(owner, { orders: orders.map(toOrder) });
        }
      }),
  };
}
