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
    const stopped = [...assets.keys()].filter((asset) => gate.isStopped('earn', { assets: [asset] }));
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
    if (deps.gate.isStopped('earn', { assets: [row.asset] })) return [];
    if (row.endsAt <= now) return [{ row, end: 'earned' }];
    return row.revokedBy === null ? [] : [{ row, end: 'revoked' }];
  });
  const done = await endHoldings(tx, deps, endings, products, now);
  for (const one of done.ended) await notifyOfEnd(tx, deps, one);
  return done;
}
