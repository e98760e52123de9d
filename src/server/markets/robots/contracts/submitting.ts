import { robotOwner } from '#server/core/ledger/account.ts';
import type { RobotsDeps } from '../deps.ts';
import type { RobotOrderRow } from '../tables.ts';
import { orderKey } from '../store.ts';
import { contractOf } from './robot-contract.ts';

type Deps = Pick<RobotsDeps, 'contracts'>;

/** A robot’s position that is to be closed at the market. */
export interface CloseOnContract {
  readonly robot: bigint;
  readonly pair: string;
  /** The position, which has the id of its order. */
  readonly id: number;
  readonly lots: number;
}

/**
 * Every position has a stop-loss; those of robots never reach theirs, because their robot has one of its own: a tick for a
 * long, and for a short a hundred times its profit price, far beyond its liquidation.
 */
function stopLossTicks({ side, closesAt }: RobotOrderRow): number {
  return side === 'buy' ? 1 : (closesAt ?? 1) * 100;
}

/** Places an order on a robot’s contract under its own key, as a person’s is: sent again it is the same order. */
export async function placeOnContract(deps: Deps, order: RobotOrderRow): Promise<void> {
  const { robot, side, ticks, lots, leverage, closesAt } = order;
  if (leverage === null || closesAt === null) throw new Error(`order ${order.ref} of robot ${robot} opens nothing`);
  const owner = robotOwner(robot);
  const { listed } = contractOf(deps, order);
  await deps.contracts.submit(
    {
      kind: 'place-for-robot',
      owner,
      contract: listed.id,
      side: side === 'buy' ? 'long' : 'short',
      type: ticks === null ? 'market' : 'limit',
      priceTicks: ticks,
      lots,
      leverage,
      takeProfitTicks: closesAt,
      stopLossTicks: stopLossTicks(order),
    },
    orderKey(order),
  );
}

/** Takes an order out of the book of a robot’s contract. */
export async function cancelOnContract(deps: Deps, { owner, id, pair }: { owner: bigint; id: number; pair: string }) {
  const { listed } = contractOf(deps, { pair });
  await deps.contracts.submit({ kind: 'cancel', owner, contract: listed.id, id });
}

/**
 * Closes a position at the market, as far as there is somebody to take it. It needs no key: what was closed before is refused,
 * because more lots than are left cannot be closed.
 */
export async function closeOnContract(deps: Deps, { robot, pair, id, lots }: CloseOnContract): Promise<void> {
  const owner = robotOwner(robot);
  const { listed } = contractOf(deps, { pair });
  await deps.contracts.submit({ kind: 'close', owner, contract: listed.id, id, lots });
}
