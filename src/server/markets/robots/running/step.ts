import type { Ms } from '#protocol/core/brand.ts';
import type { CloseOnContract } from '../contracts/submitting.ts';
import { isOnContract } from '../contracts/robot-contract.ts';
import type { RobotCause } from '#protocol/robots/entities/robots.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { type Delisting, isKeeping } from '../delisting.ts';
import type { RobotsDeps } from '../deps.ts';
import { notifyOfDelisting, notifyOfPositions, notifyOfRobot } from '../robot-notices.ts';
import type { RobotOrderRow, RobotRow } from '../tables.ts';
import { coinOf } from '../robot-coins.ts';
import { ticksAbove, ticksBelow } from '../rules.ts';
import { lockRobot, readOrders, writeOrders, writeRobot, writeTrades } from '../store.ts';
import type { Venue, Heard } from './venue.ts';
import { Work } from './work.ts';
import { contractVenue } from './contract-venue.ts';
import { spotVenue } from './spot-venue.ts';

/** A cancel that is to be sent: the owner of the order, and its id in the book of a pair, or of the contract on it. */
export interface Cancel {
  readonly owner: bigint;
  readonly id: number;
  readonly pair: string;
  readonly onContract: boolean;
}

/** What a step did, and what is to be sent after its commit. */
interface StepDone {
  readonly row: RobotRow;
  readonly balances: readonly BalanceRow[];
  readonly cancels: readonly Cancel[];
  readonly orders: readonly RobotOrderRow[];
  readonly closes: readonly CloseOnContract[];
  /** Whether an order is to leave that was never sent: there is nothing to send of it, and the next step ends it. */
  readonly leavesUnsent: boolean;
  /** Whether what it wanted at the market is to be asked for again later, because nobody was there. */
  readonly foundNobody: boolean;
  /** Whether it wrote anything. */
  readonly wrote: boolean;
  /** Whether it wrote a notice. */
  readonly notified: boolean;
}

/** The venue of a robot. */
function venueOf(deps: RobotsDeps, row: RobotRow): Venue {
  return isOnContract(row) ? contractVenue(deps, row) : spotVenue(deps, row);
}

/** Without a price nothing begins, and it is looked for again. */
const priceAgainMs = 1_000;

/**
 * One step of a robot, in one transaction under its lock: accounts for what its orders show filled, lets its strategy decide
 * on what it hears, and writes the orders it wants from now on, which are sent after the commit. Everything that decides is
 * read from the store, so a step that is repeated, or that comes after a restart, goes on where the last one ended.
 *
 * @returns null for a robot that has ended
 */
export async function step(tx: Transaction, deps: RobotsDeps, id: bigint, heard: Heard): Promise<StepDone | null> {
  const found = await lockRobot(tx, id);
  if (found === null || found.state === 'stopped') return null;
  const now = deps.clock();
  const venue = venueOf(deps, found);
  const work = new Work({ ...found, nextAt: null }, venue.market, await readOrders(tx, id), now);
  await venue.account(tx, work, heard);
  const delisting = venue.delisting();
  decideState(venue, work, heard, { now, delisting });
  if (work.isActing) hearMarket(work, heard);
  if (work.isActing && heard.asksAgain === true) askAgain(venue, work);
  if (!work.isActing) {
    work.leave();
    for (const order of work.orders) if (isUnsent(order, heard)) work.drop(order);
  }
  const closes = positionsToClose(work);
  if (closes.length === 0 && mayBegin(work)) begin(venue, work, now);
  const isLeft = work.row.state === 'stopping' && work.orders.length === 0;
  const balances = isLeft ? await venue.end(tx, work, now) : [];
  awaitDelisting(work, delisting, now);
  const row = await write(tx, found, work, now);
  const notified = await notify(tx, deps, { before: found, row, deleveraged: work.deleveraged, delisting });
  return {
    row,
    balances,
    foundNobody: work.foundNobody,
    wrote: row !== found,
    notified,
    cancels: work.resting.flatMap(({ leaving, order, pair }) =>
      leaving && order !== null ? [{ owner: robotOwner(id), id: order, pair, onContract: isOnContract(found) }] : [],
    ),
    // Sent again under its key, one of which nobody knows is decided: then it can be cancelled.
    orders: work.resting.filter(({ ref, order, leaving }) => order === null && (!leaving || heard.uncertain.has(ref))),
    closes,
    leavesUnsent: work.resting.some((order) => isUnsent(order, heard)),
  };
}

/** Positions that are to be closed at the market: before its end, or before other parameters begin, none of its orders rests. */
function positionsToClose({ row, resting, orders, market }: Work): CloseOnContract[] {
  const isClosing = row.state === 'stopping' || (row.state === 'running' && row.begin === 'start');
  if (!isClosing || resting.length > 0) return [];
  return orders.flatMap(({ robot, pair, order, filled, closed }) =>
    order === null ? [] : [{ robot, pair, id: order, lots: Number((filled - closed) / market.lotUnits) }],
  );
}

/** Whether what is due begins now: nothing of what it wanted before rests, and other parameters find no position. */
function mayBegin({ row, resting }: Work): boolean {
  return row.state === 'running' && row.begin !== null && resting.length === 0;
}

/** Whether an order is to leave the book and certainly never came into it. */
function isUnsent({ ref, leaving, order }: RobotOrderRow, { uncertain }: Heard): boolean {
  return leaving && order === null && !uncertain.has(ref);
}

/** What a step made of a robot. */
interface Made {
  readonly before: RobotRow;
  readonly row: RobotRow;
  readonly deleveraged: number;
  readonly delisting: Delisting | null;
}

/** Notifies the owner of what a step did that nobody asked for, in its transaction. @returns whether of anything */
async function notify(
  tx: Transaction,
  deps: RobotsDeps,
  { before, row, deleveraged, delisting }: Made,
): Promise<boolean> {
  const liquidated = row.liquidated - before.liquidated;
  if (liquidated > 0) await notifyOfPositions(tx, deps, row, { what: 'liquidated', positions: liquidated });
  if (deleveraged > 0) await notifyOfPositions(tx, deps, row, { what: 'deleveraged', positions: deleveraged });
  const isAnnounced = delisting !== null && row.endsAt !== null && row.endsAt !== before.endsAt;
  const isChanged = row.state === 'stopped' || (row.state === 'paused' && before.state === 'running');
  // One that paused because of that is notified of it alone.
  if (isAnnounced) await notifyOfDelisting(tx, deps, row, delisting);
  else if (isChanged) await notifyOfRobot(tx, deps, row, delisting);
  return isAnnounced || isChanged || liquidated + deleveraged > 0;
}

/** The end of a pair ends it, a halt of any of its markets pauses, a bound that is reached ends. */
function decideState(
  venue: Venue,
  work: Work,
  { low, high }: Heard,
  { now, delisting }: { readonly now: Ms; readonly delisting: Delisting | null },
): void {
  const { row, market } = work;
  if (delisting !== null && delisting.endsAt <= now) {
    endWithPair(work, now);
    return;
  }
  if (row.state !== 'running') return;
  if (venue.isHalted()) {
    work.set({ state: 'paused', cause: 'halt', changedAt: now, ...(row.begin === null ? { begin: 'resume' } : {}) });
    return;
  }
  const cause: RobotCause | null =
    row.stopLoss !== null && low !== null && low <= ticksBelow(row.stopLoss, market)
      ? 'stop-loss'
      : row.takeProfit !== null && high !== null && high >= ticksAbove(row.takeProfit, market)
        ? 'take-profit'
        : null;
  if (cause !== null) work.set({ state: 'stopping', cause, keep: false, changedAt: now });
}

/** A robot on a pair that has ended returns all as it is; a basket that is being sold goes on with the coins that still trade. */
function endWithPair(work: Work, now: Ms): void {
  const { state, keep, others } = work.row;
  const isSellingOthers = state === 'stopping' && others.length > 0;
  if (isSellingOthers || isKeeping({ state, keep })) return;
  work.set({ state: 'stopping', cause: 'delisted', keep: true, changedAt: now });
}

/** Keeps in mind when a robot will end because of an announced end, and has its next turn then. */
function awaitDelisting(work: Work, delisting: Delisting | null, now: Ms): void {
  const { row } = work;
  if (row.state === 'stopped') return;
  const endsAt = delisting !== null && delisting.endsAt > now && !isKeeping(row) ? delisting.endsAt : null;
  work.set({ endsAt, ...(endsAt === null ? {} : { nextAt: Math.min(row.nextAt ?? endsAt, endsAt) }) });
}

function hearMarket(work: Work, { low, high, candles }: Heard): void {
  for (const { pair, start, ...candle } of candles) {
    const coin = coinOf(work.row, pair);
    if (coin === 0) {
      if (work.row.candleAt !== null && start <= work.row.candleAt) continue;
      work.set({ candleAt: start });
    }
    // Of further coins the strategy knows which it heard of: it decides on candles that began together.
    work.hear({ kind: 'candle', ...(coin === 0 ? {} : { coin }), start, ...candle });
  }
  const { watchBelow, watchAbove } = work.row;
  if (watchBelow !== null && low !== null && low <= watchBelow) work.hear({ kind: 'watch', ticks: low });
  else if (watchAbove !== null && high !== null && high >= watchAbove) work.hear({ kind: 'watch', ticks: high });
}

/** The strategy looks at what it has as when a price is reached; without somebody to trade with, later. */
function askAgain(venue: Venue, work: Work): void {
  const [ticks] = venue.prices() ?? [];
  if (ticks === undefined) work.foundNobody = true;
  else work.hear({ kind: 'watch', ticks });
}

/** The strategy starts or goes on at the last prices. */
function begin(venue: Venue, work: Work, now: Ms): void {
  const prices = venue.prices();
  if (prices === null) work.set({ nextAt: now + priceAgainMs });
  else work.begin(prices);
}

/** Writes what a step changed; one that found nothing to do writes nothing. */
async function write(tx: Transaction, found: RobotRow, work: Work, now: Ms): Promise<RobotRow> {
  const { id, owner: _owner, ...change } = work.row;
  const changes = work.changes();
  const isSame =
    Object.values(changes).every((some) => some.length === 0) &&
    Object.entries(work.row).every(([field, value]) => value === found[field as keyof RobotRow]);
  if (isSame) return found;
  await writeOrders(tx, id, changes);
  await writeTrades(
    tx,
    work.fills.map((fill) => ({ ...fill, robot: id, at: now })),
  );
  return writeRobot(tx, found, { ...change, updatedAt: now });
}
