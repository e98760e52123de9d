import { setTimeout as sleep } from 'node:timers/promises';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { textsLiteral } from '#server/core/store/array-literals.ts';
import type { FixedTermsDeps } from './deps.ts';
import { type Ending, endHoldings, type EndingDone, type Ended } from './ending.ts';
import { lockProducts, lockRunning } from './store.ts';
import { fromUnits } from '#protocol/core/decimal.ts';

/** Holdings that end in one transaction. */
const endedAtOnce = 200;

interface DueHolding {
  readonly id: bigint;
  readonly product: bigint;
}

/** Holdings that fall due or were given back by the house, in coins that are not stopped; the longest due first. */
async function readDue(
  client: Queryable,
  now: number,
  stopped: readonly string[],
  most: number,
): Promise<DueHolding[]> {
  const { rows } = await client.query<{ id: string; product: string }>(
    `(SELECT id, product, ends_at FROM fixed_holdings
       WHERE state = 'not-earned' AND ends_at <= $1 AND asset <> ALL($2::text[]) ORDER BY ends_at LIMIT $3)
     UNION
     (SELECT id, product, ends_at FROM fixed_holdings
       WHERE state = 'not-earned' AND revoked_by IS NOT NULL AND asset <> ALL($2::text[]) ORDER BY id LIMIT $3)
     ORDER BY ends_at, id`,
    [now, textsLiteral(stopped), most],
  );
  return rows.map(({ id, product }) => ({ id: BigInt(id), product: BigInt(product) }));
}

/**
 * Ends what is due of fixed terms: terms that are over are paid or renewed, and what an operator gave back returns. Each transaction looks again under the lock of its rows, so a term ends once, also after a
 * restart or a step of the clock. While an operator stops fixed terms or the audit halts a coin, what falls due waits.
 *
 * @returns how many terms ended
 */
export function createDueTerms(deps: FixedTermsDeps): (isClosed: () => boolean) => Promise<number> {
  const { database, clock, gate, ledger, notices, logger } = deps;
  const retries = new Retries<bigint>(clock, (error, holding) =>
    logger.error({ err: error, holding: holding.toString() }, 'a due fixed term could not be paid'),
  );

  async function end(due: readonly DueHolding[]): Promise<number> {
    const { ended, balances } = await database.transaction((tx) => endDue(tx, deps, due, clock()));
    ledger.changed(balances);
    for (const owner of new Set(ended.map(({ row }) => row.owner))) notices.changed(owner);
    return ended.length;
  }

  async function endAll(due: readonly DueHolding[]): Promise<number> {
    const ready = due.filter(({ id }) => !retries.isWaiting(id));
    if (ready.length === 0) return 0;
    if (retries.failing.count === 0) {
      try {
        return await end(ready);
      } catch (error) {
        logger.warn({ err: error }, 'due fixed terms are paid one by one');
      }
    }
    let count = 0;
    for (const one of ready) {
      await retries.attempt(one.id, async () => {
        count += await end([one]);
      });
    }
    return count;
  }

  return async function handleDue(isClosed) {
    const stopped = [...assets.keys()].filter((asset) => gate.isStopped('fixed-terms', { assets: [asset] }));
    let count = 0;
    while (!isClosed()) {
      const most = endedAtOnce + retries.failing.count;
      const due = await readDue(database.pool, clock(), stopped, most);
      // What ended although its answer was lost fails no more: the others need not be paid one by one.
      const ids = new Set(due.map(({ id }) => id));
      for (const id of retries.keys()) if (!ids.has(id)) retries.forget(id);
      const ended = await endAll(due);
      count += ended;
      if (ended < endedAtOnce) break;
    }
    return count;
  };
}

function newsOf({ end, renewed, obstacle }: Ended): string {
  if (end === 'revoked') return 'revoked';
  if (renewed !== null) return 'renewed';
  return obstacle === null ? 'earned' : 'not-renewed';
}

/** Notifies the owner of a term that ended by itself or by the house, in the transaction that ends it. */
async function notifyOfEnd(tx: Transaction, { notices }: Pick<FixedTermsDeps, 'notices'>, one: Ended): Promise<void> {
  const { row, interest, renewed } = one;
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  const facts = {
    asset: row.asset,
    principal: shown(row.principal),
    interest: shown(interest),
    total: shown(row.principal + interest),
    days: row.days.toString(),
  };
  const holding = (renewed ?? row).id.toString();
  await notices.send(tx, row.owner, 'trading', `notice/fixed-term-${newsOf(one)}`, facts, {
    kind: 'fixed-term',
    holding,
  });
}

async function endDue(
  tx: Transaction,
  deps: FixedTermsDeps,
  due: readonly DueHolding[],
  now: number,
): Promise<EndingDone> {
  const products = await lockProducts(tx, [...new Set(due.map(({ product }) => product))]);
  const rows = await lockRunning(
    tx,
    due.map(({ id }) => id),
  );
  // Whoever is due longest is renewed first, together with others as well as one by one.
  const longestDueFirst = rows.toSorted((one, other) => one.endsAt - other.endsAt || (one.id < other.id ? -1 : 1));
  const endings = longestDueFirst.flatMap((row): Ending[] => {
    if (deps.gate.isStopped('fixed-terms', { assets: [row.asset] })) return [];
    if (row.endsAt <= now) return [{ row, end: 'earned' }];
    return row.revokedBy === null ? [] : [{ row, end: 'revoked' }];
  });
  const done = await endHoldings(tx, deps, endings, products, now);
  for (const one of done.ended) await notifyOfEnd(tx, deps, one);
  return done;
}

/** Holdings per statement: some tens of milliseconds of the store. */
const accruedAtOnce = 1_000;
/** For every millisecond of a long pass this many without one: all holdings of a product fall due at the same moment. */
const restFactor = 9;

/** What a pass may be given; `rest` waits for so many milliseconds. */
interface AccrualOptions {
  readonly isClosed?: () => boolean;
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Accrues the days that have passed of running holdings whose next day is over, in statements of thousands of rows each.
 * A row says which day it is at and is written with the whole days up to now, so that a day counts once however often
 * and however late this runs. A row that somebody ends at the moment is passed over. The figure is `interestAfter` of
 * the protocol's maths; no coins move before the end.
 *
 * @returns how many holdings were brought up to date
 */
export async function accrueDays(
  client: Queryable,
  now: number,
  { isClosed = () => false, rest = sleep }: AccrualOptions = {},
): Promise<number> {
  let accrued = 0;
  for (;;) {
    const began = performance.now();
    const { rowCount } = await client.query({
      name: 'fixed-accrue',
      text: `WITH due AS MATERIALIZED (
               SELECT id, least(days, (($1 - opened_at) / day_ms))::integer AS day FROM fixed_holdings
                WHERE next_at <= $1 ORDER BY next_at LIMIT ${accruedAtOnce} FOR NO KEY UPDATE SKIP LOCKED
             )
             UPDATE fixed_holdings AS held
                SET day = due.day,
                    interest = div(held.principal::numeric * held.rate_ppm * due.day, 1000000 * held.days::numeric)::bigint,
                    next_at = CASE WHEN due.day < held.days THEN held.opened_at + (due.day + 1) * held.day_ms END
               FROM due WHERE held.id = due.id`,
      values: [now],
    });
    accrued += rowCount ?? 0;
    if ((rowCount ?? 0) < accruedAtOnce || isClosed()) return accrued;
    await rest(restFactor * (performance.now() - began));
  }
}
