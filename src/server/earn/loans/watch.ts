import { hourMs } from '#protocol/core/durations.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { eventOf, goOn, type LoanDone, publishLoan } from './changes.ts';
import type { LoansDeps } from './deps.ts';
import { notifyOfLoan } from './loan-notices.ts';
import { type LoanRow, owedOf, type PriceOf } from './loan-row.ts';
import type { Selling } from './selling.ts';
import { accrued, type LoanChange, standingAt } from './rules.ts';
import { dueLoans, lockLoan, readCoins, readCollaterals, watchedLoans, writeEvents } from './store.ts';

/** Most loans handled per run; when prices are watched, per collateral and borrowed coin. */
const handledAtOnce = 500;
/** That a loan is due is announced a day before, if it runs longer. */
const remindMs = 24 * hourMs;

/** The jobs of loans that run. */
export interface LoanWatch {
  /** Warns of prices, and begins sales. Returns how many loans changed. */
  watch(): Promise<number>;
  /** Handles what is due: full hours, due days and slices. Returns how many loans changed. */
  due(): Promise<number>;
}

/** The change that begins a sale: interest rests while it goes on. */
function beginSale(row: LoanRow, cause: 'price' | 'due', now: number): LoanChange {
  return { state: 'selling', saleCause: cause, saleOf: row.locked, sales: row.sales + 1, nextAt: now };
}

/**
 * Handles loans that run. Each is one transaction that looks again under the loan's lock, so that nothing is handled
 * twice, also after a restart or a jump of the clock. Without a price nothing is warned of or sold.
 */
export function createLoanWatch(deps: LoansDeps, priceOf: PriceOf, selling: Selling): LoanWatch {
  const { database, clock, logger } = deps;
  const retries = new Retries<bigint>(clock, (error, loan) =>
    logger.error({ err: error, loan: loan.toString() }, 'what is due of a loan could not be handled'),
  );

  async function handleAll(ids: readonly bigint[], handle: (id: bigint) => Promise<LoanDone | null>): Promise<number> {
    let handled = 0;
    for (const id of ids) {
      await retries.attempt(id, async () => {
        const done = await handle(id);
        publishLoan(deps, done);
        if (done !== null) handled += 1;
      });
    }
    return handled;
  }

  return {
    async watch() {
      const coins = await readCoins(database);
      const priced = (await readCollaterals(database)).flatMap(({ asset: collateral }) =>
        coins.flatMap(({ asset: borrowed }) => {
          const price = priceOf(collateral, borrowed);
          return price === null ? [] : [{ collateral, borrowed, price }];
        }),
      );
      const ids = await watchedLoans(database, priced, handledAtOnce);
      return handleAll([...new Set(ids)], (id) => database.transaction((tx) => lookAtPrice(tx, deps, priceOf, id)));
    },
    async due() {
      const ids = await dueLoans(database, clock(), handledAtOnce + retries.failing.count);
      return handleAll(ids, async (id) => {
        const done = await database.transaction((tx) => handleDue(tx, deps, id));
        return done === 'selling' ? selling.sellOn(id) : done;
      });
    },
  };
}

async function lookAtPrice(tx: Transaction, deps: LoansDeps, priceOf: PriceOf, id: bigint): Promise<LoanDone | null> {
  const found = await lockLoan(tx, id);
  if (found?.state !== 'running') return null;
  const now = deps.clock();
  const price = priceOf(found.collateral, found.asset);
  if (price === null) return null;
  const counted = accrued(found, now);
  const row: LoanRow = { ...found, ...counted };
  const standing = standingAt(row, price);
  if (standing === found.warned) return null;
  if (standing === 3) {
    const written = await goOn(tx, found, counted);
    const sold = await goOn(tx, written, beginSale(written, 'price', now));
    await notifyOfLoan(tx, deps, sold, 'selling', price);
    return { row: sold, balances: [] };
  }
  const isWorse = standing > found.warned;
  const written = await goOn(tx, found, {
    ...counted,
    warned: standing,
    warnedAt: isWorse ? now : standing === 0 ? null : found.warnedAt,
  });
  if (isWorse) {
    const event = eventOf(written, { kind: 'warned', asset: row.asset, amount: owedOf(row), price }, now);
    await writeEvents(tx, [event]);
    await notifyOfLoan(tx, deps, written, standing === 1 ? 'first-warning' : 'second-warning', price);
  }
  return { row: written, balances: [] };
}

async function handleDue(tx: Transaction, deps: LoansDeps, id: bigint): Promise<LoanDone | 'selling' | null> {
  const found = await lockLoan(tx, id);
  const now = deps.clock();
  if (found === null || found.nextAt === null || found.nextAt > now) return null;
  if (found.state === 'selling') return 'selling';
  if (found.state !== 'running' || found.dueAt === null) throw new Error(`something is due of loan ${id}`);
  const counted = await goOn(tx, found, accrued(found, now));
  if (now >= found.dueAt) {
    const sold = await goOn(tx, counted, beginSale(counted, 'due', now));
    await notifyOfLoan(tx, deps, sold, 'selling-due');
    return { row: sold, balances: [] };
  }
  const isDueSoon = !found.reminded && found.hours * hourMs > remindMs && found.dueAt - now <= remindMs;
  if (!isDueSoon) return { row: counted, balances: [] };
  await notifyOfLoan(tx, deps, counted, 'due-soon');
  return { row: await goOn(tx, counted, { reminded: true }), balances: [] };
}
