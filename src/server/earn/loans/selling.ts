import { hourMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { priceReaching, worthOf } from '#protocol/loans/maths/health.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import { collateralSales } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import { endLoan, eventOf, goOn, type LoanDone } from './changes.ts';
import type { LoansDeps } from './deps.ts';
import { handingOver, salesKey, settling, takingOver } from './journals.ts';
import { notifyOfLoan } from './loan-notices.ts';
import { collateralOf, levelsOf, type LoanRow, owedOf, type PriceOf } from './loan-row.ts';
import { pairFor, stepsOf } from './prices.ts';
import {
  coverOf,
  type LoanChange,
  nextSlice,
  paidOff,
  sliceAgainMs,
  sliceEveryMs,
  takenOverAfterMs,
  worstSalePrice,
} from './rules.ts';
import {
  insertSale,
  lastTradePrice,
  type LoanSale,
  lockLoan,
  openSale,
  settleSale,
  writeEvents,
  writeLoan,
} from './store.ts';

/** Sells the collateral of loans through the spot book. */
export interface Selling {
  /** Sells the next slice of a loan, and accounts for it. Null when there was nothing to do. */
  sellOn(loan: bigint): Promise<LoanDone | null>;
}

/** What the first step found: a slice to sell, or what it did itself. */
type Prepared =
  | { readonly sale: LoanSale; readonly pair: Pair; readonly worst: bigint; readonly balances: readonly BalanceRow[] }
  | LoanDone
  | null;

/**
 * A slice takes three steps, each of which may be repeated: locked collateral moves to the account that sells it and the
 * slice is written, in one transaction; its order goes through the book under a key made of the slice, so that it is
 * placed once; what it brought is accounted for and the unsold part locked again, in one transaction. Nobody else can
 * spend it in between, and after a stop in between an open slice is taken up first. No slice is sold below the worst price
 * that `worstSalePrice` makes of the index, whatever is bid: what does not sell is locked again and waits.
 */
export function createSelling(deps: LoansDeps, priceOf: PriceOf): Selling {
  const { database, clock, ledger } = deps;
  return {
    async sellOn(loan) {
      const prepared = await database.transaction((tx) => prepare(tx, deps, priceOf, loan));
      if (prepared === null || !('sale' in prepared)) return prepared;
      ledger.changed(prepared.balances);
      const order = await placed(deps, prepared.sale, prepared.pair, prepared.worst);
      return database.transaction((tx) => account(tx, deps, prepared.sale, order, clock()));
    },
  };
}

async function prepare(tx: Transaction, deps: LoansDeps, priceOf: PriceOf, id: bigint): Promise<Prepared> {
  const row = await lockLoan(tx, id);
  const now = deps.clock();
  if (row?.state !== 'selling') return null;
  const pair = pairFor(deps, row.collateral, row.asset);
  const index = priceOf(row.collateral, row.asset);
  if (pair === undefined || index === null) return waitOn(tx, deps, row, index, now);
  const steps = stepsOf(pair);
  const worst = worstSalePrice(index, steps.tick);
  const open = await openSale(tx, id);
  if (open !== null) return { sale: open, pair, worst, balances: [] };
  if (row.nextAt === null || row.nextAt > now) return null;
  const bid = bestBid(deps, row, pair);
  if (bid === null || bid < worst) return waitOn(tx, deps, row, index, now);
  const units = nextSlice(row, bid < index ? bid : index, steps);
  if (units === null) return takeOver(tx, deps, row, { units: row.locked, price: index }, now);
  if (units === 0n) return stopSelling(tx, row, now);
  const sale = await insertSale(tx, { loan: id, nth: row.sales, asset: row.collateral, units, at: now });
  await writeLoan(tx, row, { locked: row.locked - units });
  await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: row.wallet, asset: row.collateral },
    salesKey(row.collateral),
  ]);
  return { sale, pair, worst, balances: await deps.ledger.post(tx, handingOver(row, units, now)) };
}

/** The best bid; null while there is none, or nothing may be sold. */
function bestBid({ spot, gate }: LoansDeps, row: LoanRow, pair: Pair): bigint | null {
  const { bid } = spot.prices(pair.id);
  const isStopped = gate.isStopped('loans', { assets: [row.asset, row.collateral] });
  return bid === null || isStopped || !spot.isOpen(pair.id) ? null : toUnits(bid, assetScale(row.asset));
}

/**
 * Nothing can be sold now: it is tried again, and after a day of that the house takes what covers the debt, at the index. The
 * price without one is that of the last trade, and where there was none the price of the loan’s own sale level. While an
 * operator or the audit stops loans or a coin of theirs, nothing is taken.
 */
async function waitOn(
  tx: Transaction,
  deps: LoansDeps,
  row: LoanRow,
  index: bigint | null,
  now: number,
): Promise<LoanDone> {
  const stalledAt = row.stalledAt ?? now;
  const open = await openSale(tx, row.id);
  const isStopped = deps.gate.isStopped('loans', { assets: [row.asset, row.collateral] });
  if (now - stalledAt < takenOverAfterMs || open !== null || isStopped)
    return { row: await writeLoan(tx, row, { nextAt: now + sliceAgainMs, stalledAt }), balances: [] };
  const levelPrice = priceReaching(owedOf(row), collateralOf(row), levelsOf(row).sale) ?? 1n;
  const price = index ?? (await lastTradePrice(tx, `${row.collateral}${row.asset}`)) ?? levelPrice;
  return takeOver(tx, deps, row, { units: coverOf(row, price), price }, now);
}

/** The loan is healthy again: it runs on, and its next hour begins now, or behind the hours that it has borne already. */
function resumed(row: LoanRow, now: number): LoanChange {
  if (row.dueAt === null || row.accruedTo === null) throw new Error(`loan ${row.id} has not begun`);
  const accruedTo = Math.max(now, row.accruedTo);
  return {
    state: 'running',
    saleOf: null,
    stalledAt: null,
    warned: 0,
    warnedAt: null,
    accruedTo,
    nextAt: Math.min(accruedTo + hourMs, row.dueAt),
  };
}

async function stopSelling(tx: Transaction, row: LoanRow, now: number): Promise<LoanDone> {
  return { row: await goOn(tx, row, resumed(row, now)), balances: [] };
}

/**
 * Places the order of a slice, which names the worst price it is sold at; null when it certainly was not placed.
 *
 * @throws OutcomeUnknown when it may have been
 */
async function placed(
  { spot }: LoansDeps,
  { id, units, asset }: LoanSale,
  pair: Pair,
  worst: bigint,
): Promise<Order | null> {
  const amount = fromUnits(units, assetScale(asset));
  const request = {
    kind: 'place',
    owner: collateralSales,
    pair: pair.id,
    side: 'sell',
    type: 'market',
    price: fromUnits(worst, assetScale(pair.quote)),
    amount,
    total: null,
  } as const;
  const call = 'collateral sale';
  try {
    // The worst price is not part of what the key stands for: a slice that is taken up again has that of its time.
    return await spot.submit(request, { call, key: `${call} ${id}`, bodyHash: bodyHash({ pair: pair.id, amount }) });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** What a slice brought, in smallest units. */
interface Brought {
  readonly sold: bigint;
  readonly proceeds: bigint;
  readonly order: bigint | null;
}

function broughtBy(order: Order | null, row: LoanRow): Brought {
  if (order === null) return { sold: 0n, proceeds: 0n, order: null };
  if (order.status === 'open') throw new Error(`order ${order.id} of a sale rests in the book`);
  return {
    sold: toUnits(order.filled, assetScale(row.collateral)),
    proceeds: toUnits(order.filledTotal, assetScale(row.asset)),
    order: BigInt(order.id),
  };
}

/** Accounts for a slice, and decides how the loan goes on. Null when that was done before. */
async function account(
  tx: Transaction,
  deps: LoansDeps,
  sale: LoanSale,
  order: Order | null,
  now: number,
): Promise<LoanDone | null> {
  const found = await lockLoan(tx, sale.loan);
  const open = await openSale(tx, sale.loan);
  if (found === null || open?.id !== sale.id) return null;
  const { sold, proceeds, order: orderId } = broughtBy(order, found);
  await settleSale(tx, sale.id, { sold, proceeds, order: sold > 0n ? orderId : null });
  const owed = owedOf(found);
  const paid = proceeds < owed ? proceeds : owed;
  const unsold = sale.units - sold;
  const stalledAt = sold > 0n ? null : (found.stalledAt ?? now);
  const row: LoanRow = { ...found, ...paidOff(found, paid), locked: found.locked + unsold, stalledAt };
  const moved = settling(row, { unsold, paid, surplus: proceeds - paid }, now);
  const average = sold === 0n ? null : (proceeds * collateralOf(row).perOne) / sold;
  if (sold > 0n) {
    const what = { kind: 'sold', asset: row.collateral, amount: sold, paid, price: average, order: orderId } as const;
    await writeEvents(tx, [eventOf(row, what, now)]);
  }
  const end = await endIfOver(tx, deps, row, now);
  const written = end?.row ?? (await goOn(tx, found, { ...changeOf(row), nextAt: now + pauseAfter(sold) }));
  const journals = [...(moved === null ? [] : [moved]), ...(end?.journals ?? [])];
  await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: row.wallet, asset: row.collateral },
    { owner: row.owner, wallet: 'spot', asset: row.asset },
    salesKey(row.collateral),
    salesKey(row.asset),
    coverKey('loans', row.asset),
  ]);
  return { row: written, balances: journals.length === 0 ? [] : await deps.ledger.postMany(tx, journals) };
}

function pauseAfter(sold: bigint): number {
  return sold > 0n ? sliceEveryMs : sliceAgainMs;
}

function changeOf({ id: _id, ...change }: LoanRow): LoanChange {
  return change;
}

/** Ends a loan that is paid, or of which no collateral is left: nobody owes more than it brought. */
async function endIfOver(tx: Transaction, deps: LoansDeps, row: LoanRow, now: number) {
  const owed = owedOf(row);
  if (owed === 0n) {
    const end = await endLoan(tx, row, 'repaid', now);
    await notifyOfLoan(tx, deps, { ...end.row, locked: row.locked }, 'sold');
    return end;
  }
  return row.locked === 0n ? writeOff(tx, deps, row, now) : null;
}

async function writeOff(tx: Transaction, deps: LoansDeps, row: LoanRow, now: number) {
  const owed = owedOf(row);
  const end = await endLoan(tx, { ...row, writtenOff: owed }, 'written-off', now);
  await writeEvents(tx, [eventOf(end.row, { kind: 'written-off', asset: row.asset, amount: owed }, now)]);
  await notifyOfLoan(tx, deps, end.row, 'written-off');
  return end;
}

/**
 * The loans account takes collateral over, at what it is worth: a rest that is too small for an order, or what covers the debt
 * where nobody bids. Whatever it is worth above the debt goes to the spot wallet, collateral that is left is released, and
 * what it does not cover is written off.
 */
async function takeOver(
  tx: Transaction,
  deps: LoansDeps,
  row: LoanRow,
  { units, price }: { readonly units: bigint; readonly price: bigint },
  now: number,
): Promise<LoanDone> {
  const held = await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: row.wallet, asset: row.collateral },
    { owner: row.owner, wallet: 'spot', asset: row.asset },
    coverKey('loans', row.asset),
    coverKey('loans', row.collateral),
  ]);
  const owed = owedOf(row);
  const worth = worthOf({ ...collateralOf(row), units }, price);
  const paid = worth < owed ? worth : owed;
  const above = worth - paid;
  const free = freeCover(held, 'loans', row.asset);
  const surplus = above < free ? above : free;
  const taken = takingOver(row, units, surplus, now);
  const after: LoanRow = { ...row, ...paidOff(row, paid), locked: row.locked - units };
  const what = { kind: 'taken-over', asset: row.collateral, amount: units, paid, price } as const;
  await writeEvents(tx, [eventOf(after, what, now)]);
  const end = await endIfOver(tx, deps, after, now);
  if (end === null) throw new Error(`loan ${row.id} was taken over and goes on`);
  return { row: end.row, balances: await deps.ledger.postMany(tx, [taken, ...end.journals]) };
}
