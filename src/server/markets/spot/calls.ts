import type { CheckedInput } from '#protocol/calls.ts';
import type { Handlers } from '#server/core/handler.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import type { IndexPrice } from '#server/core/outflow/worth.ts';
import type { Database } from '#server/core/store/database.ts';
import { createFairPrices, type FairPriceOf } from './fair-price.ts';
import { listOrders } from './order-records.ts';
import type { PlaceRequest } from './placement.ts';
import type { Spot } from './spot.ts';

type SpotHandlers = Pick<Handlers, 'POST currency' | 'GET currencyRecord' | 'POST cancelCurrency'>;

/** What the calls of spot trading need. */
interface SpotHandlersDeps {
  readonly spot: Spot;
  readonly database: Database;
  /** Index prices, which orders of people whose value is held are bound to; null where nothing is held. */
  readonly indexPrice?: IndexPrice | null;
}

/** Handlers of spot trading, of area `wallet`. */
export function createSpotHandlers({ spot, database, indexPrice = null }: SpotHandlersDeps): SpotHandlers {
  const fairPriceOf = indexPrice && createFairPrices(indexPrice);
  return {
    async 'POST currency'(input, { caller, idempotencyKey, barred }) {
      const key = { call: 'POST currency', key: idempotencyKey, bodyHash: bodyHash(input), barred } as const;
      return { order: await spot.submit(fairly(fairPriceOf, placing(caller.userId, input)), key) };
    },

    async 'GET currencyRecord'(input, { caller }) {
      const { list, next } = await listOrders({ database, spot }, caller.userId, input);
      return { list: [...list], next };
    },

    async 'POST cancelCurrency'(input, { caller, idempotencyKey, barred }) {
      const key = { call: 'POST cancelCurrency', key: idempotencyKey, bodyHash: bodyHash(input), barred } as const;
      return { order: await spot.submit({ kind: 'cancel', owner: caller.userId, id: Number(input.id) }, key) };
    },
  };
}

function placing(owner: bigint, { type, pair, side, amount, ...rest }: CheckedInput<'POST currency'>): PlaceRequest {
  const price = 'price' in rest ? rest.price : null;
  const total = 'total' in rest ? rest.total : null;
  return { kind: 'place', owner, pair, side, type, price, amount: amount ?? null, total: total ?? null };
}

/** A request with its fair price, where one can matter. */
function fairly(fairPriceOf: FairPriceOf | null, request: PlaceRequest): PlaceRequest {
  const fair = fairPriceOf?.(request) ?? null;
  return fair === null ? request : { ...request, fair };
}
