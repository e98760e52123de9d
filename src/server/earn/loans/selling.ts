import { hourMs } from '../../../protocol/durations.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import type { Order } from '../../../protocol/entities/order.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import { worthOf } from '../../../protocol/maths/loans/health.ts';
import { assetScale } from '../../core/assets.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { bodyHash } from '../../core/idempotency/body-hash.ts';
import { collateralSales } from '../../core/ledger/account.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Transaction } from '../../core/store/database.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import { endLoan, eventOf, goOn, type LoanDone } from './changes.ts';
import type { LoansDeps } from './deps.ts';
import { handingOver, salesKey, settling, takingOver } from './journals.ts';
import { notifyOfLoan } from './loan-notices.ts';
import { collateralOf, type LoanRow, owedOf, type PriceOf } from './loan-row.ts';
import { pairFor, stepsOf } from './prices.ts';
import { type LoanChange, nextSlice, paidOff, sliceAgainMs, sliceEveryMs } from './rules.ts';
import { insertSale, type LoanSale, lockLoan, openSale, settleSale, writeEvents, writeLoan } from './store.ts';

/**
 * The worst best bid at which a slice is sold, against the index: a book as thin as that does not say what a coin is
 * worth.
 */
const worstBid = { of: 9n, in: 10n } as const;

/** Sells the collateral of loans through the spot book. */
export interface Selling {
  /** Sells the next slice of a loan, and accounts for it. Null when there was nothing to do. */
  sellOn(loan: bigint): Promise<LoanDone | null>;
}

/** What the first step found: a slice to sell, or what it did itself. */
type Prepared =
  | { readonly sale: LoanSale; readonly pair: Pair; readonly balances: readonly BalanceRow[] }
  | LoanDone
  | null;

/**
 * A slice takes three steps, each of which may be repeated: locked collateral moves to the account that sells it and the
 * slice is written, in one transaction; its order goes through the book under a key made of the slice, so that it is
 * placed once; what it brought is accounted for and the unsold part locked again, in one transaction. Nobody else can
 * spend it in between, and after a stop in between an open slice is taken up first.
 */
export function createSelling(deps: LoansDeps, priceOf: PriceOf): Selling {
  const { database, clock, ledger } = deps;
  return {
    async sellOn(loan) {
      const prepared = await database.transaction((tx) => prepare(tx, deps, priceOf, loan));
      if (prepared === null || !('sale' in prepared)) return prepared;
      ledger.changed(prepared.balances);
      const order = await placed(deps, prepared.sale, prepared.pair);
      return database.transaction((tx) => account(tx, deps, prepared.sale, order, clock()));
    },
  };
}

async function prepare(tx: Transaction, deps: LoansDeps, priceOf: PriceOf, id: bigint): Promise<Prepared> {
  const row = await lockLoan(tx, id);
  const now = deps.clock();
  if (row?.state !== 'selling') return null;
  const pair = pairFor(deps, row.collateral, row.asset);
  if (pair === undefined) throw new Error(`${row.collateral} cannot be sold for ${row.asset}`);
  const open = await openSale(tx, id);
  if (open !== null) return { sale: open, pair, balances: [] };
  if (row.nextAt === null || row.nextAt > now) return null;
  const bid = salePrice(deps, priceOf, row, pair);
  if (bid === null) return waitOn(tx, row, now);
  const units = nextSlice(row, bid, stepsOf(pair));
  if (units === null) return takeOver(tx, deps, row, bid, now);
  if (units === 0n) return stopSelling(tx, row, now);
  const sale = await insertSale(tx, { loan: id, asset: row.collateral, units, at: now });
  await writeLoan(tx, row, { locked: row.locked - units });
  await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: row.wallet, asset: row.collateral },
    salesKey(row.collateral),
  ]);
  return { sale, pair, balances: await deps.ledger.post(tx, handingOver(row, units, now)) };
}

/** What a slice is sold at: the best bid, or the index if that is lower. Null while nothing may be sold. */
function salePrice(deps: LoansDeps, priceOf: PriceOf, row: LoanRow, pair: Pair): bigint | null {
  const index = priceOf(row.collateral, row.asset);
  const { bid: best } = deps.spot.prices(pair.id);
  const isStopped = deps.gate.isStopped('loan', { assets: [row.asset, row.collateral] });
  if (index === null || best === null || isStopped || !deps.spot.isOpen(pair.id)) return null;
  const bid = toUnits(best, assetScale(row.asset));
  if (bid * worstBid.in < index * worstBid.of) return null;
  return bid < index ? bid : index;
}

async function waitOn(tx: Transaction, row: LoanRow, now: number): Promise<LoanDone> {
  return { row: await writeLoan(tx, row, { nextAt: now + sliceAgainMs }), balances: [] };
}

/** The loan is healthy again: it runs on, and its next hour begins now. */
function resumed(row: LoanRow, now: number): LoanChange {
  if (row.dueAt === null) throw new Error(`loan ${row.id} has not begun`);
  return {
    state: 'running',
    saleOf: null,
    warned: 0,
    warnedAt: null,
    accruedTo: now,
    nextAt: Math.min(now + hourMs, row.dueAt),
  };
}

async function stopSelling(tx: Transaction, row: LoanRow, now: number): Promise<LoanDone> {
  return { row: await goOn(tx, row, resumed(row, now)), balances: [] };
}

/** Places the order of a slice; null when it certainly was not placed. @throws OutcomeUnknown when it may have been */
async function placed({ spot }: LoansDeps, { id, units, asset }: LoanSale, pair: Pair): Promise<Order | null> {
  const amount = fromUnits(units, assetScale(asset));
  const request = {
    kind: 'place',
    owner: collateralSales,
    pair: pair.id,
    side: 'sell',
    type: 'market',
    price: null,
    amount,
    total: null,
  } as const;
  const call = 'collateral sale';
  try {
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
  const row: LoanRow = { ...found, ...paidOff(found, paid), locked: found.locked + unsold };
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
 * The loans account takes a rest that is too small for an order, at what it is worth; whatever that is above the debt goes
 * to the spot wallet, and what it does not cover is written off.
 */
async function takeOver(tx: Transaction, deps: LoansDeps, row: LoanRow, price: bigint, now: number): Promise<LoanDone> {
  const held = await deps.ledger.lockBalances(tx, [
    { owner: row.owner, wallet: row.wallet, asset: row.collateral },
    { owner: row.owner, wallet: 'spot', asset: row.asset },
    coverKey('loans', row.asset),
    coverKey('loans', row.collateral),
  ]);
  const owed = owedOf(row);
  const worth = worthOf(collateralOf(row), price);
  const paid = worth < owed ? worth : owed;
  const above = worth - paid;
  const free = freeCover(held, 'loans', row.asset);
  const surplus = above < free ? above : free;
  const balances = await deps.ledger.post(tx, takingOver(row, surplus, now));
  const after: LoanRow = { ...row, ...paidOff(row, paid), locked: 0n };
  const what = { kind: 'taken-over', asset: row.collateral, amount: row.locked, paid, price } as const;
  await writeEvents(tx, [eventOf(after, what, now)]);
  const end = await endIfOver(tx, deps, after, now);
  if (end === null) throw new Error(`loan ${row.id} was taken over and goes on`);
  return { row: end.row, balances };
}
