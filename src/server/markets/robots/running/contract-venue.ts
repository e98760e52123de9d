import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { RobotEvent } from '#protocol/robots/maths/strategy.ts';
import type { ViewedContract } from '#server/markets/contracts/viewed-contract.ts';
import { contractProgress, type ContractProgress } from '../contracts/accounting.ts';
import { readPlacedOnContract } from '../contracts/placed.ts';
import { contractOf, contractTerms, mayOpenNothing } from '../contracts/robot-contract.ts';
import type { RobotsDeps } from '../deps.ts';
import type { RobotOrderRow, RobotRow } from '../tables.ts';
import { endOrSell } from './ending.ts';
import type { Venue } from './venue.ts';

/** The contract that follows a robot’s pair. It decides on mark prices, which also trigger its positions. */
export function contractVenue(deps: RobotsDeps, row: RobotRow): Venue {
  const contract = contractOf(deps, row);
  const market = contractTerms(contract);
  return {
    market,
    async account({ client }, work, heard) {
      const placed = await readPlacedOnContract(client, row.id, work.orders);
      const news: { readonly order: RobotOrderRow; readonly event: RobotEvent }[] = [];
      for (const order of work.orders) {
        const now = placed.get(order.ref);
        if (now === undefined) continue;
        const progress = contractProgress(market, order, now);
        work.take(progress);
        if (isUnmet(order, progress)) work.foundNobody = true;
        work.margin += now.position?.margin ?? 0n;
        news.push(...progress.events.map((event) => ({ order, event })));
      }
      // Once all is accounted for: its strategy must not spend what another position has lost.
      for (const { order, event } of news) work.tell(order, (ref) => ({ ...event, ref }) as RobotEvent);
      for (const order of work.orders) {
        if (placed.has(order.ref) || order.order !== null) continue;
        const { ref } = order;
        if (heard.refused.has(ref) || (order.leaving && !heard.uncertain.has(ref))) work.drop(order);
      }
    },
    isHalted: () => mayOpenNothing(deps, contract),
    // A contract stays listed, and so does the pair that it follows (`endPair` of `core/instrument-acts/list.ts`).
    delisting: () => null,
    prices() {
      // Where nobody looks, nobody may quote: a robot is a reason to.
      deps.contracts.look(contract.listed.id);
      const side = takenSide(row.parameters);
      const hasQuotes = side === null || isQuoted(contract, side);
      return contract.mark === null || !hasQuotes ? null : [contract.mark.ticks];
    },
    end: (tx, work, now) => endOrSell(tx, deps, work, now),
  };
}

/** Whether an order at the market came to its end without anybody: makers quote again in a moment. */
function isUnmet({ ticks, leaving }: RobotOrderRow, { isOver, own }: ContractProgress): boolean {
  return ticks === null && !leaving && isOver && own.filled === 0n;
}

function isQuoted(contract: ViewedContract, side: 'buy' | 'sell'): boolean {
  const { bids, asks } = contract.visibleBook();
  return (side === 'buy' ? bids : asks).length > 0;
}

/** The side of the book that a start trades with at the market; null where it may rest all its orders. */
function takenSide(parameters: RobotParameters): 'buy' | 'sell' | null {
  if (parameters.strategy !== 'contract-grid' || parameters.direction === 'neutral') return null;
  return parameters.direction === 'long' ? 'sell' : 'buy';
}
