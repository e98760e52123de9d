import type { Mutant } from './mutant.ts';

/** Faults in spot trading. */
export const spotMutants: readonly Mutant[] = [
  {
    name: 'an order freezes nothing',
    file: 'markets/spot/journals.ts',
    from: "    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
    to: "    if (amount > 0n) return;\n    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
  },
  {
    name: 'a cancelled order stays frozen',
    file: 'markets/spot/journals.ts',
    from: "    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
    to: "    if (amount < 0n) return;\n    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
  },
  {
    name: 'sellers pay no fee',
    file: 'markets/spot/journals.ts',
    from: '      ...feeOf(seller.owner, quote, sellerFee),\n',
    to: '',
  },
  {
    name: 'takers pay the fee of makers',
    file: 'markets/spot/run.ts',
    from: '      feePpm: terms.takerFeePpm,\n',
    to: '      feePpm: terms.makerFeePpm,\n',
  },
  {
    name: 'fees of buyers are rounded up',
    file: 'markets/spot/run.ts',
    from: '    const buyerFee = isHouse(buyer.owner) ? 0n : feeOn(amount, buyer.feePpm);',
    to: '    const buyerFee = isHouse(buyer.owner) ? 0n : feeOn(amount, buyer.feePpm) + 1n;',
  },
  {
    name: "anybody cancels anybody's order",
    file: 'markets/spot/run.ts',
    from: "    if (order === undefined || order.owner !== request.owner) throw new Refusal('notFound');",
    to: "    if (order === undefined) throw new Refusal('notFound');",
  },
  {
    name: 'an order is placed without looking at funds',
    file: 'markets/spot/run.ts',
    from: "    if (left < 0n) throw new Refusal('insufficientWalletBalance');\n",
    to: '',
  },
  {
    name: 'an order sent again is not found by its key',
    file: 'markets/spot/commits.ts',
    from: '      findPlaced(client, placing),',
    to: '      findPlaced(client, placing.slice(0, 0)),',
  },
  {
    name: 'a restart forgets orders that were filled in part',
    file: 'markets/spot/store.ts',
    from: "WHERE status = 'open' AND pair = ANY($1::text[]) ORDER BY id",
    to: "WHERE status = 'open' AND filled = 0 AND pair = ANY($1::text[]) ORDER BY id",
  },
  {
    name: 'a restart forgets sales',
    file: 'markets/spot/store.ts',
    from: "WHERE status = 'open' AND pair = ANY($1::text[]) ORDER BY id",
    to: "WHERE status = 'open' AND side = 'buy' AND pair = ANY($1::text[]) ORDER BY id",
  },
];
