import type { ContractMarket } from '../market.ts';
import type { ContractSnapshot, ContractState } from './messages.ts';

/** What a contract shows of itself as of its last commit; whoever runs it adds its epoch and its place in the sequence. */
export function stateOfContract(market: ContractMarket): Omit<ContractState, 'epoch' | 'seq'> {
  const { listed, halted, mark, rested, pricedAt, hasQuotes } = market;
  return {
    market: listed.id,
    halted,
    mark,
    // A closed session keeps the last mark, whose time nobody asks for any more.
    rested: rested === null ? null : { indexTicks: rested.indexTicks, ticks: rested.ticks },
    pricedAt,
    book: market.visibleBook(),
    hasQuotes,
  };
}

/** The same with its resting orders and open positions, none of them of a batch in progress. */
export function snapshotOfContract(market: ContractMarket): Omit<ContractSnapshot, 'epoch' | 'seq'> {
  return {
    ...stateOfContract(market),
    orders: market.orders.allVisible(),
    positions: market.positions.allVisible(),
  };
}
