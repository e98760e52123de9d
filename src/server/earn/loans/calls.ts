import type { CallOutput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { rateScale } from '#protocol/loans/maths/interest.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { Database } from '#server/core/store/database.ts';
import { coverKey } from '../backing/accounts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { applyForLoan } from './apply.ts';
import type { LoansDeps } from './deps.ts';
import { levelsOf, type PriceOf, shownLevels, toLoan, toLoanEvent } from './loan-row.ts';
import { pairFor } from './prices.ts';
import { repayLoan } from './repay.ts';
import { listEvents, listLoans, type LoanCoin, readCoin, readCollaterals, readOpen } from './store.ts';

/** Lengths below this are short cycles of practice mode. */
const shortBelowHours = 24;

/** Handlers of loans. */
export function createLoanHandlers(deps: LoansDeps, priceOf: PriceOf): AreaHandlers<'loan'> {
  const { database, clock } = deps;

  return {
    async 'GET loan/getMaxPeriod'({ asset }) {
      const { hours, hourlyRate } = await lentCoin(database, asset);
      return {
        asset,
        hours: Math.max(...hours),
        terms: hours.map((one) => ({ hours: one, isShort: one < shortBelowHours })),
        hourlyRate: fromUnits(hourlyRate, rateScale),
      };
    },

    'GET loan/getMaxAmount': ({ asset }, { caller }) => largestLoan(deps, priceOf, asset, caller.userId),

    async 'GET loan/getAlreadyAmount'({ asset }, { caller }) {
      await lentCoin(database, asset);
      const open = await readOpen(database, caller.userId, asset);
      const shown = (units: bigint) => fromUnits(units, assetScale(asset));
      return {
        asset,
        owed: shown(open.owed),
        principal: shown(open.principal),
        underReview: shown(open.underReview),
        loans: open.running,
      };
    },

    async 'POST loan/add'(input, { caller, idempotencyKey }) {
      return { loan: await applyForLoan(deps, priceOf, { owner: caller.userId, key: idempotencyKey }, input) };
    },

    async 'GET loan/list'({ cursor, size, id, state }, { caller }) {
      const query = { before: cursorOf(cursor), size, id: id === undefined ? null : BigInt(id), state: state ?? null };
      const rows = await listLoans(database, caller.userId, query);
      const now = clock();
      return pageOf(rows, size, (row) => toLoan(row, priceOf, now));
    },

    async 'POST coinLoan'(input, { caller, idempotencyKey }) {
      return { loan: await repayLoan(deps, priceOf, { owner: caller.userId, key: idempotencyKey }, input) };
    },

    async 'GET coinLoanList'({ cursor, size, loan }, { caller }) {
      const query = { before: cursorOf(cursor), size, loan: loan === undefined ? null : BigInt(loan) };
      const rows = await listEvents(database, caller.userId, query);
      return pageOf(rows, size, ({ event, lent }) => toLoanEvent(event, lent));
    },
  };
}

/** The most that a user may borrow of a coin now, and what is taken as its collateral. */
async function largestLoan(
  deps: LoansDeps,
  priceOf: PriceOf,
  asset: string,
  owner: bigint,
): Promise<CallOutput<'GET loan/getMaxAmount'>> {
  const coin = await lentCoin(deps.database, asset);
  const open = await readOpen(deps.database, owner, asset);
  const cover = await readCover(deps.database, asset);
  const left = coin.limit - open.owed - open.underReview;
  const most = left < cover.free ? left : cover.free;
  const shown = (units: bigint) => fromUnits(units, assetScale(asset));
  const collaterals = (await readCollaterals(deps.database)).flatMap((row) => {
    const pair = pairFor(deps, row.asset, asset);
    if (row.state !== 'open' || pair === undefined) return [];
    const price = priceOf(row.asset, asset);
    const levels = shownLevels(levelsOf(row));
    return [{ asset: row.asset, step: pair.lotSize, levels, price: price === null ? null : shown(price) }];
  });
  return {
    asset,
    least: shown(coin.least),
    most: shown(most < 0n || coin.state !== 'open' ? 0n : most),
    limit: shown(coin.limit),
    held: shown(cover.held),
    free: shown(cover.free),
    collaterals,
    at: deps.clock(),
  };
}

/** @throws Refusal `notFound` for a coin that was never lent */
async function lentCoin(database: Database, asset: string): Promise<LoanCoin> {
  const coin = await readCoin(database, asset);
  if (coin === null) throw new Refusal('notFound');
  return coin;
}

/** What the loans account holds of a coin, and what of it is free. */
async function readCover({ pool }: Database, asset: string): Promise<{ held: bigint; free: bigint }> {
  const { owner } = coverKey('loans', asset);
  const { rows } = await pool.query<{ available: string; frozen: string }>(
    'SELECT available, frozen FROM balances WHERE owner = $1 AND wallet = $2 AND asset = $3',
    [owner, walletNumber('spot'), asset],
  );
  const free = BigInt(rows[0]?.available ?? 0);
  return { held: free + BigInt(rows[0]?.frozen ?? 0), free };
}

/** @throws Refusal `operationFailed` for a cursor of another list */
function cursorOf(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return BigInt(cursor);
}

function pageOf<Row, Item extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
  shown: (row: Row) => Item,
): { list: Item[]; next: string | null } {
  const list = rows.slice(0, size).map(shown);
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}
