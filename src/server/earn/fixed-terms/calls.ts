import { fixedCountedMax, fixedRunningMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Handlers } from '#server/core/handler.ts';
import { sharedReading } from '#server/core/pacing/shared-reading.ts';
import type { FixedTermsDeps } from './deps.ts';
import { shownHolding, shownProduct, leftOf, type ProductRow } from './rows.ts';
import {
  countStates,
  listHoldings,
  readHolding,
  readOffer,
  lockProducts,
  lockRunning,
  writeRenewal,
  insertHoldings,
  runningOf,
  writeSums,
} from './store.ts';
import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { endHoldings } from './ending.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import { buyJournal } from './journals.ts';
import { newHolding } from './rules.ts';

export type FixedTermHandlers = Pick<
  Handlers,
  | 'GET finPeriodicList'
  | 'POST finPeriodicOrderAdd'
  | 'GET finPeriodicMyOrderList'
  | 'PUT finPeriodicMyOrderList'
  | 'DELETE finPeriodicMyOrderList'
>;

/** One reading of the products answers everybody for this long. */
const readAgainMs = 500;

export function createFixedTermHandlers(deps: FixedTermsDeps): FixedTermHandlers {
  const { database, clock } = deps;
  const { pool } = database;
  const offer = sharedReading(clock, readAgainMs, async (at) => ({
    at,
    list: (await readOffer(pool)).map(({ product, freeCover }) => shownProduct(product, freeCover)),
  }));

  return {
    'GET finPeriodicList': offer,

    'POST finPeriodicOrderAdd': async (input, { caller, idempotencyKey: key }) => {
      const holding = await buyFixed(deps, { owner: caller.userId, key }, input);
      offer.forget();
      return holding;
    },

    'GET finPeriodicMyOrderList': async ({ state, id, cursor, size }, { caller: { userId } }) => {
      const now = clock();
      const counts = await countStates(pool, userId, fixedCountedMax);
      if (id !== undefined) {
        const row = await readHolding(pool, userId, BigInt(id));
        if (row === null) throw new Refusal('notFound');
        return { list: [shownHolding(row, now)], next: null, counts };
      }
      const rows = await listHoldings(pool, userId, { state: state ?? null, before: positionOf(cursor), size });
      const shown = rows.slice(0, size);
      const next = rows.length > size ? (shown.at(-1)?.id.toString() ?? null) : null;
      return { list: shown.map((row) => shownHolding(row, now)), next, counts };
    },

    'PUT finPeriodicMyOrderList': (input, { caller }) => switchRenewal(deps, caller.userId, input),

    'DELETE finPeriodicMyOrderList': async ({ id }, { caller, idempotencyKey: key }) => {
      const holding = await leaveFixed(deps, { owner: caller.userId, key }, id);
      offer.forget();
      return holding;
    },
  };
}

/** @throws Refusal `notFound` for a cursor that no list gave out */
function positionOf(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refusal('notFound');
  return BigInt(cursor);
}

/** Who asks for something under which key. */
interface FixedRequest {
  readonly owner: bigint;
  readonly key: string;
}

/** Locks the row of a user, which keeps what counts their holdings in one order. */
async function lockUser({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<void> {
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
}

/**
 * Puts coins of the spot wallet into a fixed term and sets its interest to term aside, in one movement.
 *
 * @throws Refusal `notFound`; `orderUpdated` when the terms are no longer those that were shown; `enterAmount`;
 *   `belowMinimumPurchase`, `quantityOutOfRange` and `prizePoolFull` with the amount that is allowed; `unfinishedOrder`
 *   with too many running ones; `insufficientWalletBalance`
 */
async function buyFixed(
  deps: FixedTermsDeps,
  { owner, key }: FixedRequest,
  input: CheckedInput<'POST finPeriodicOrderAdd'>,
): Promise<FixedHolding> {
  const { database, ledger, clock, gate } = deps;
  const now = clock();
  let changed: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    await lockUser(tx, owner);
    return once(tx, { userId: owner, call: 'POST finPeriodicOrderAdd', key, body: input, at: now }, async () => {
      const id = BigInt(input.product);
      const product = (await lockProducts(tx, [id])).get(id);
      if (product === undefined) throw new Refusal('notFound');
      gate.check('POST finPeriodicOrderAdd', { assets: [product.asset] });
      if (!product.isOpen || product.version !== input.version) throw new Refusal('orderUpdated');
      const principal = movedUnits(product.asset, input.amount);
      await checkLimits(tx, owner, product, principal);
      const wanted = newHolding(product, { owner, principal, renews: input.renews }, now);
      const spot = { owner, wallet: 'spot', asset: product.asset } as const;
      const locked = await ledger.lockBalances(tx, [spot, coverKey('fixed-terms', product.asset)]);
      const own = locked.find((row) => row.owner === owner)?.available ?? 0n;
      if (own < principal) throw new Refusal('insufficientWalletBalance');
      checkLeft(product, principal, freeCover(locked, 'fixed-terms', product.asset));
      const [row] = await insertHoldings(tx, [wanted]);
      if (row === undefined) throw new Error('a fixed term was not written');
      const { held, promised } = product;
      await writeSums(tx, [{ ...product, held: held + principal, promised: promised + row.promised }]);
      changed = await ledger.post(tx, buyJournal(wanted, row.id, now));
      return shownHolding(row, now);
    });
  });
  ledger.changed(changed);
  return answer;
}

async function checkLimits(tx: Transaction, owner: bigint, product: ProductRow, principal: bigint): Promise<void> {
  const shown = (units: bigint) => fromUnits(units, assetScale(product.asset));
  if (principal < product.minimum) throw new Refusal('belowMinimumPurchase', { minimum: shown(product.minimum) });
  const running = await runningOf(tx.client, owner, product.id);
  if (running.count >= fixedRunningMax) throw new Refusal('unfinishedOrder', { maximum: fixedRunningMax });
  const allowed = product.maximum > running.units ? product.maximum - running.units : 0n;
  if (principal > allowed) throw new Refusal('quantityOutOfRange', { maximum: shown(allowed) });
}

function checkLeft(product: ProductRow, principal: bigint, free: bigint): void {
  const { left, limitedBy } = leftOf(product, free);
  if (principal > left)
    throw new Refusal('prizePoolFull', { left: fromUnits(left, assetScale(product.asset)), limitedBy });
}

/**
 * Leaves a running holding: its principal and the interest so far less its cost return to the spot wallet at once.
 *
 * @throws Refusal `notFound`; `orderFinished` when it ended, or falls due
 */
async function leaveFixed(deps: FixedTermsDeps, { owner, key }: FixedRequest, id: string): Promise<FixedHolding> {
  const { database, ledger, clock, gate } = deps;
  const now = clock();
  let changed: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    await lockUser(tx, owner);
    return once(tx, { userId: owner, call: 'DELETE finPeriodicMyOrderList', key, body: { id }, at: now }, async () => {
      const named = await readHolding(tx.client, owner, BigInt(id));
      if (named === null) throw new Refusal('notFound');
      const products = await lockProducts(tx, [named.product]);
      const [row] = await lockRunning(tx, [named.id]);
      if (row === undefined || row.endsAt <= now || row.revokedBy !== null) throw new Refusal('orderFinished');
      gate.check('DELETE finPeriodicMyOrderList', { assets: [row.asset] });
      const done = await endHoldings(tx, deps, [{ row, end: 'earned-in-advance' }], products, now);
      changed = done.balances;
      const left = await readHolding(tx.client, owner, row.id);
      if (left === null) throw new Error('a fixed term vanished');
      return shownHolding(left, now);
    });
  });
  ledger.changed(changed);
  return answer;
}

/** Switches the renewal of a running holding. @throws Refusal `notFound`; `orderFinished` when it ended */
async function switchRenewal(
  { database, clock }: Pick<FixedTermsDeps, 'database' | 'clock'>,
  owner: bigint,
  { id, renews }: { readonly id: string; readonly renews: boolean },
): Promise<FixedHolding> {
  const row = await writeRenewal(database.pool, owner, BigInt(id), renews);
  if (row !== null) return shownHolding(row, clock());
  const ended = await readHolding(database.pool, owner, BigInt(id));
  throw new Refusal(ended === null ? 'notFound' : 'orderFinished');
}
