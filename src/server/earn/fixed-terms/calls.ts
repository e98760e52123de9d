import { fixedCountedMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Handlers } from '#server/core/handler.ts';
import { sharedReading } from '#server/core/pacing/shared-reading.ts';
import type { FixedTermsDeps } from './deps.ts';
import { leaveFixed, switchRenewal } from './leaving.ts';
import { buyFixed } from './purchase.ts';
import { shownHolding, shownProduct } from './rows.ts';
import { countStates, listHoldings, readHolding, readOffer } from './store.ts';

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
