import type { Ms } from '#protocol/core/brand.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Calling } from './calling.ts';
import type { RobotsDeps } from '../deps.ts';
import type { ChangedRobot } from '../topic.ts';
import { step, type Cancel } from './step.ts';
import type { Heard } from './venue.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PlaceRequest } from '#server/markets/spot/placement.ts';
import { cancelOnContract, type CloseOnContract, closeOnContract, placeOnContract } from '../contracts/submitting.ts';
import type { RobotOrderRow } from '../tables.ts';
import { orderKey } from '../store.ts';
import { fromTicks, marketOf } from '../terms.ts';

/** Robots of one pair in a turn: the others wait for the next one, so that no pair holds up another. */
const perTurn = 20;
/** What could not be sent is sent again after so long, and after twice as long each further time. */
const sendAgainMs = 1_000;
const sendAgainMostMs = 15_000;
/** What found nobody at the market is asked for again after so long: makers may have been away for a moment. */
const nobodyAgainMs = 5_000;

/** What turns ask and report. */
interface Around {
  readonly isClosed: () => boolean;
  /** Called after the commit of a step that wrote something. */
  readonly changed: (robot: ChangedRobot) => void;
}

/**
 * Turns of robots. A turn is one step in one transaction, and then what it wants is sent to spot trading. A robot has one turn
 * at a time, so whatever it sent before is decided when its next step reads it. Whatever fails is tried again, with growing
 * delays, and holds up no other robot.
 *
 * @returns works on the robots of a pair that wait, at most a bounded number, and answers how many had a turn
 */
export function createTurns(
  deps: RobotsDeps,
  calling: Calling,
  { isClosed, changed }: Around,
): (pair: string) => Promise<number> {
  const { background, clock, logger, ledger, notices } = deps;
  const working = new Set<bigint>();
  const sentInVain = new Map<bigint, number>();
  /** When robots ask again for what found nobody. Lost with the process: then the next line that the price crosses does. */
  const asksAgainAt = new Map<bigint, Ms>();
  const retries = new Retries<bigint>(clock, (error, robot) =>
    logger.error({ err: error, robot: robot.toString() }, 'a step of a robot failed'),
  );

  async function turn(id: bigint, pair: string, heard: Heard): Promise<void> {
    const asksAgain = (asksAgainAt.get(id) ?? Number.POSITIVE_INFINITY) <= clock();
    const done = await background.transaction((tx) => step(tx, deps, id, { ...heard, asksAgain }));
    if (asksAgain || done === null) asksAgainAt.delete(id);
    if (done === null) {
      calling.forget(id);
      sentInVain.delete(id);
      return;
    }
    calling.follow(done.row);
    if (done.foundNobody) {
      asksAgainAt.set(id, clock() + nobodyAgainMs);
      calling.callAt(id, pair, clock() + nobodyAgainMs);
    }
    ledger.changed(done.balances);
    if (done.wrote) changed(done.row);
    if (done.notified) notices.changed(done.row.owner);
    if (done.cancels.length + done.orders.length + done.closes.length === 0) {
      // Nothing will happen to such an order, so nothing else would call the robot for it.
      if (done.leavesUnsent) calling.call(id, pair);
      return;
    }
    const sent = await sendAll(deps, { ...done, uncertain: heard.uncertain });
    if (sent.refused.length === 0 && !sent.again) {
      sentInVain.delete(id);
      // What was placed or cancelled may be filled or ended by now.
      calling.call(id, pair);
      return;
    }
    const times = sentInVain.get(id) ?? 0;
    sentInVain.set(id, times + 1);
    calling.hear(id, { refused: new Set(sent.refused), uncertain: new Set(sent.uncertain) });
    calling.callAt(id, pair, clock() + Math.min(sendAgainMs * 2 ** Math.min(times, 10), sendAgainMostMs));
  }

  return async function workOn(pair) {
    const taken = calling.take(pair, perTurn);
    for (const { id, heard } of taken) {
      if (isClosed()) return 0;
      if (working.has(id) || retries.isWaiting(id)) {
        calling.hear(id, heard);
        calling.callAt(id, pair, clock() + sendAgainMs);
        continue;
      }
      working.add(id);
      const succeeded = await retries.attempt(id, () => turn(id, pair, heard));
      working.delete(id);
      if (succeeded) continue;
      calling.hear(id, heard);
      calling.callAt(id, pair, clock() + sendAgainMs);
    }
    return taken.length;
  };
}

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
 * Sends a robot’s cancels, then its closings and its orders, through spot trading or its contract, as a person’s are. An
 * order is sent under a key of its own, so a repeated send is the same order; a cancel needs none, because an order ends
 * once.
 */
async function sendAll(
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
