import { and, asc, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { LoanEventRow, LoanRow } from './loan-row.ts';
import type { LoanChange } from './rules.ts';
import { loanCoins, loanCollaterals, loanEvents, loans, loanSales } from './tables.ts';

/** A coin that is lent, as an operator set it. */
export type LoanCoin = typeof loanCoins.$inferSelect;
/** A coin that is taken as collateral, as an operator set it. */
export type LoanCollateral = typeof loanCollaterals.$inferSelect;
/** A slice of collateral in the spot book. */
export type LoanSale = typeof loanSales.$inferSelect;

type Drizzle = Pick<Database, 'drizzle'>;

/** A coin that is lent, open or not; null for any other. */
export async function readCoin({ drizzle }: Drizzle, asset: string): Promise<LoanCoin | null> {
  const [row] = await drizzle.select().from(loanCoins).where(eq(loanCoins.asset, asset));
  return row ?? null;
}

/** Every coin that was ever lent. */
export function readCoins({ drizzle }: Drizzle): Promise<LoanCoin[]> {
  return drizzle.select().from(loanCoins).orderBy(asc(loanCoins.asset));
}

/** Every coin that was ever taken as collateral. */
export function readCollaterals({ drizzle }: Drizzle): Promise<LoanCollateral[]> {
  return drizzle.select().from(loanCollaterals).orderBy(asc(loanCollaterals.asset));
}

/** Sets the terms of a coin. */
export async function writeCoin({ drizzle }: Drizzle, coin: LoanCoin): Promise<void> {
  await drizzle.insert(loanCoins).values(coin).onConflictDoUpdate({ target: loanCoins.asset, set: coin });
}

/** Sets the levels of a coin. */
export async function writeCollateral({ drizzle }: Drizzle, coin: LoanCollateral): Promise<void> {
  await drizzle.insert(loanCollaterals).values(coin).onConflictDoUpdate({ target: loanCollaterals.asset, set: coin });
}

/** What one person's loans that have not ended come to. */
interface OpenLoans {
  readonly count: number;
  readonly running: number;
  readonly principal: bigint;
  readonly owed: bigint;
  readonly underReview: bigint;
}

/** What one person's loans of a coin that have not ended come to; the counts are of all coins. */
export async function readOpen({ drizzle }: Drizzle, owner: bigint, asset: string): Promise<OpenLoans> {
  const rows = await drizzle
    .select()
    .from(loans)
    .where(and(eq(loans.owner, owner), sql`${loans.state} IN ('under-review', 'running', 'selling')`));
  const running = rows.filter(({ state }) => state !== 'under-review');
  const sum = (list: readonly LoanRow[], units: (row: LoanRow) => bigint) =>
    list.filter((row) => row.asset === asset).reduce((total, row) => total + units(row), 0n);
  return {
    count: rows.length,
    running: running.length,
    principal: sum(running, ({ principal }) => principal),
    owed: sum(running, ({ principal, interest }) => principal + interest),
    underReview: sum(
      rows.filter(({ state }) => state === 'under-review'),
      ({ amount }) => amount,
    ),
  };
}

/** Writes an application. */
export async function insertLoan({ drizzle }: Drizzle, row: typeof loans.$inferInsert): Promise<LoanRow> {
  const [written] = await drizzle.insert(loans).values(row).returning();
  if (written === undefined) throw new Error('a loan was not written');
  return written;
}

/** A loan, locked until the end of the transaction; null when there is none. */
export async function lockLoan({ drizzle }: Transaction, id: bigint): Promise<LoanRow | null> {
  const [row] = await drizzle.select().from(loans).where(eq(loans.id, id)).for('update');
  return row ?? null;
}

/** Changes a loan. */
export async function writeLoan({ drizzle }: Drizzle, row: LoanRow, change: LoanChange): Promise<LoanRow> {
  const [written] = await drizzle.update(loans).set(change).where(eq(loans.id, row.id)).returning();
  if (written === undefined) throw new Error(`loan ${row.id} is gone`);
  return written;
}

/** Writes events, oldest first. */
export async function writeEvents({ drizzle }: Drizzle, events: readonly Omit<LoanEventRow, 'id'>[]): Promise<void> {
  if (events.length > 0) await drizzle.insert(loanEvents).values([...events]);
}

/** Loans of which something is due, the longest due first. */
export async function dueLoans({ drizzle }: Drizzle, now: number, limit: number): Promise<bigint[]> {
  const rows = await drizzle
    .select({ id: loans.id })
    .from(loans)
    .where(and(isNotNull(loans.nextAt), lte(loans.nextAt, now)))
    .orderBy(asc(loans.nextAt), asc(loans.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The price of a collateral coin now, in a coin that can be borrowed against it. */
export interface PricedCollateral {
  readonly collateral: string;
  readonly borrowed: string;
  readonly price: bigint;
}

/**
 * Running loans whose warning or sale a price has reached, nearest to their sale first, followed by those whose warning no
 * longer applies; grouped by collateral and borrowed coin, in the order given.
 *
 * @param limit most loans of either kind per group
 */
export async function watchedLoans(
  { pool }: Pick<Database, 'pool'>,
  priced: readonly PricedCollateral[],
  limit: number,
): Promise<bigint[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT found.id::text AS id
       FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS priced (collateral, borrowed, price, nth)
      CROSS JOIN LATERAL (
        (SELECT id, false AS is_calm, -watch_price AS nearness FROM loans
          WHERE collateral = priced.collateral AND asset = priced.borrowed AND state = 'running'
            AND watch_price >= priced.price
          ORDER BY watch_price DESC LIMIT $4)
        UNION ALL
        (SELECT id, true, calm_price FROM loans
          WHERE collateral = priced.collateral AND asset = priced.borrowed AND state = 'running'
            AND calm_price <= priced.price
          ORDER BY calm_price LIMIT $4)
      ) AS found
      ORDER BY priced.nth, found.is_calm, found.nearness, found.id`,
    [
      priced.map(({ collateral }) => collateral),
      priced.map(({ borrowed }) => borrowed),
      priced.map(({ price }) => String(price)),
      limit,
    ],
  );
  return rows.map(({ id }) => BigInt(id));
}

/** The open slice of a loan; its loan is locked. */
export async function openSale({ drizzle }: Drizzle, loan: bigint): Promise<LoanSale | null> {
  const [row] = await drizzle
    .select()
    .from(loanSales)
    .where(and(eq(loanSales.loan, loan), eq(loanSales.state, 'open')));
  return row ?? null;
}

/** Opens a slice. */
export async function insertSale(
  { drizzle }: Drizzle,
  sale: Pick<LoanSale, 'loan' | 'nth' | 'asset' | 'units' | 'at'>,
): Promise<LoanSale> {
  const [row] = await drizzle
    .insert(loanSales)
    .values({ ...sale, state: 'open', sold: 0n, proceeds: 0n, order: null })
    .returning();
  if (row === undefined) throw new Error('a slice was not written');
  return row;
}

/** Accounts for a slice. */
export async function settleSale(
  { drizzle }: Drizzle,
  id: bigint,
  outcome: Pick<LoanSale, 'sold' | 'proceeds' | 'order'>,
): Promise<void> {
  const changed = await drizzle
    .update(loanSales)
    .set({ ...outcome, state: 'settled' })
    .where(and(eq(loanSales.id, id), eq(loanSales.state, 'open')))
    .returning({ id: loanSales.id });
  if (changed.length === 0) throw new Error(`slice ${id} was accounted for before`);
}

/** A page of what is asked for: one more row than its size says that there is another. */
interface PageQuery {
  readonly before: bigint | null;
  readonly size: number;
}

/** Own loans, newest first. */
export function listLoans(
  { drizzle }: Drizzle,
  owner: bigint,
  { before, size, id, state }: PageQuery & { readonly id: bigint | null; readonly state: LoanRow['state'] | null },
): Promise<LoanRow[]> {
  const isOpen = state === 'running' || state === 'selling' || state === 'under-review';
  return drizzle
    .select()
    .from(loans)
    .where(
      and(
        eq(loans.owner, owner),
        before === null ? undefined : lt(loans.id, before),
        id === null ? undefined : eq(loans.id, id),
        // Said twice, so that the index of open loans serves it.
        isOpen ? sql`${loans.state} IN ('under-review', 'running', 'selling')` : undefined,
        state === null ? undefined : eq(loans.state, state),
      ),
    )
    .orderBy(desc(loans.id))
    .limit(size + 1);
}

/** What happened to own loans, newest first, each with the coin that was lent. */
export function listEvents(
  { drizzle }: Drizzle,
  owner: bigint,
  { before, size, loan }: PageQuery & { readonly loan: bigint | null },
): Promise<{ event: LoanEventRow; lent: string }[]> {
  return drizzle
    .select({ event: loanEvents, lent: loans.asset })
    .from(loanEvents)
    .innerJoin(loans, eq(loans.id, loanEvents.loan))
    .where(
      and(
        eq(loanEvents.owner, owner),
        loan === null ? undefined : eq(loanEvents.loan, loan),
        before === null ? undefined : lt(loanEvents.id, before),
      ),
    )
    .orderBy(desc(loanEvents.id))
    .limit(size + 1);
}

/** The price of the last trade of a pair, in the smallest unit of its quote for one coin; null where nothing was traded. */
export async function lastTradePrice({ client }: Transaction, pair: string): Promise<bigint | null> {
  const { rows } = await client.query<{ price: string }>(
    'SELECT price FROM trades WHERE pair = $1 ORDER BY id DESC LIMIT 1',
    [pair],
  );
  const [last] = rows;
  return last === undefined ? null : BigInt(last.price);
}
