import type { Mutant } from './mutant.ts';

/** Faults of what phones see, and of what a restart reads. */
export const screenMutants: readonly Mutant[] = [
  {
    name: 'a change of a balance is not published',
    file: 'custody/wallets/topic.ts',
    from: '          if (accounts.has(owner)) accounts.changed(',
    to: '          if (accounts.isEmpty) accounts.changed(',
  },
  {
    name: 'a spot order that ended is not published',
    file: 'markets/spot/topic.ts',
    from: 'accounts.changed(owner, { orders: orders.map(toOrder) });',
    to: "accounts.changed(owner, { orders: orders.filter(({ status }) => status === 'open').map(toOrder) });",
  },
  {
    name: 'a change of a contract order is not published',
    file: 'markets/contracts/topic.ts',
    from: 'accounts.changed(owner, { positions, contractOrders: orders });',
    to: 'accounts.changed(owner, { positions, contractOrders: [] });',
  },
  {
    name: 'a level that left the book stays on screens',
    file: 'markets/spot/depth-topic.ts',
    from: "    for (const price of this.#levels.keys()) if (!next.has(price)) changes.push([price, '0']);\n",
    to: '',
  },
  {
    name: 'a restart forgets the take-profit of an order',
    file: 'markets/contracts/rows/stored-rows.ts',
    from: "takeProfitTicks: count(row['take_profit_ticks']),",
    to: 'takeProfitTicks: 1,',
  },
  {
    name: 'a restart forgets a resting order',
    file: 'markets/spot/store.ts',
    from: 'AND pair = ANY($1::text[]) ORDER BY id`,',
    to: 'AND pair = ANY($1::text[]) ORDER BY id OFFSET 1`,',
  },
];
