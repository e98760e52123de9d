import { fromUnits } from '#protocol/core/decimal.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PlaceRequest } from '#server/markets/spot/placement.ts';
import { cancelOnContract, type CloseOnContract, closeOnContract, placeOnContract } from '../contracts/submitting.ts';
import type { RobotsDeps } from '../deps.ts';
import type { RobotOrderRow } from '../tables.ts';
import type { Cancel } from './step.ts';
import { orderKey } from '../store.ts';
import { fromTicks, marketOf } from '../terms.ts';

/** Orders of one robot that are under way at a time: a person’s order never waits behind hundreds of one robot. */
const sentAtOnce = 20;

/** What became of what was sent: everything else is in the book. */
interface Sent {
  /** Numbers of orders that the book refused for good. */
  readonly refused: readonly number[];
  /** Numbers of orders of which nobody knows whether they were placed: they are sent again under the same key. */
  readonly uncertain: readonly number[];
  /** Whether anything is to be sent again, as to a busy or a halted book. */
  readonly again: boolean;
}

/** Refusals that say nothing of the order: the same one may be placed later. Only a busy book did not look at it at all. */
const passing: Readonly<Record<string, Outcome>> = {
  busyRetry: 'busy',
  pairClosed: 'closed',
  cannotCancel: 'closed',
  cannotCloseNow: 'closed',
  notYetOpen: 'closed',
};

/** What is to be sent. */
interface ToSend {
  readonly closes: readonly CloseOnContract[];
  readonly cancels: readonly Cancel[];
  readonly orders: readonly RobotOrderRow[];
  /** Numbers of orders of which nobody knows whether they were placed before. */
  readonly uncertain: ReadonlySet<number>;
}

type Outcome = 'done' | 'refused' | 'closed' | 'busy' | 'uncertain';

/**
 * Sends a robot’s cancels, then its closings and its orders, through spot trading or its contract, as a person’s are. An order is sent under a key of its
 * own, so a repeated send is the same order; a cancel needs none, because an order ends once.
 */
export async function sendAll(
  deps: Pick<RobotsDeps, 'spot' | 'contracts' | 'logger'>,
  { cancels, orders, closes, uncertain: before }: ToSend,
): Promise<Sent> {
  const { spot, logger } = deps;
  let again = false;
  const refused: number[] = [];
  const uncertain: number[] = [];
  const attempt = async (work: Promise<unknown>): Promise<Outcome> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (error instanceof Refusal) return passing[error.codeName] ?? 'refused';
      logger.error({ err: error }, 'it is unknown whether an order of a robot was placed');
      return 'uncertain';
    }
  };
  const without = async (work: Promise<unknown>) => {
    // Refused for good, it has ended already.
    const outcome = await attempt(work);
    again ||= outcome !== 'done' && outcome !== 'refused';
  };
  await inPortions(cancels, (cancel) =>
    without(cancel.onContract ? cancelOnContract(deps, cancel) : cancelOnSpot(spot, cancel)),
  );
  await inPortions(closes, (close) => without(closeOnContract(deps, close)));
  await inPortions(orders, async (order) => {
    const isOpening = order.leverage !== null;
    const outcome = await attempt(
      isOpening ? placeOnContract(deps, order) : spot.submit(requestOf(order), orderKey(order)),
    );
    if (outcome === 'refused') refused.push(order.ref);
    if (outcome === 'uncertain' || (outcome === 'busy' && before.has(order.ref))) uncertain.push(order.ref);
    again ||= outcome !== 'done' && outcome !== 'refused';
  });
  return { refused, uncertain, again };
}

function cancelOnSpot(spot: RobotsDeps['spot'], { owner, id }: Cancel): Promise<unknown> {
  return spot.submit({ kind: 'cancel', owner, id });
}

async function inPortions<Item>(items: readonly Item[], send: (item: Item) => Promise<void>): Promise<void> {
  for (let next = 0; next < items.length; next += sentAtOnce) {
    await Promise.all(items.slice(next, next + sentAtOnce).map(send));
  }
}

function requestOf({ robot, pair, side, ticks, lots }: RobotOrderRow): PlaceRequest {
  const market = marketOf(pair);
  return {
    kind: 'place',
    owner: robotOwner(robot),
    pair,
    side,
    type: ticks === null ? 'market' : 'limit',
    price: ticks === null ? null : fromTicks(ticks, market),
    amount: fromUnits(BigInt(lots) * market.lotUnits, market.baseScale),
    total: null,
  };
}
