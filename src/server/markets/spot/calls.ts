import type { CheckedInput } from '../../../protocol/calls.ts';
import type { Handlers } from '../../core/handler.ts';
import { bodyHash } from '../../core/idempotency/body-hash.ts';
import type { Database } from '../../core/store/database.ts';
import { listOrders } from './order-records.ts';
import type { PlaceRequest } from './placement.ts';
import type { Spot } from './spot.ts';

type SpotHandlers = Pick<Handlers, 'POST currency' | 'GET currencyRecord' | 'POST cancelCurrency'>;

/** The calls of spot trading. */
export function createSpotHandlers({ spot, database }: { spot: Spot; database: Database }): SpotHandlers {
  return {
    async 'POST currency'(input, { caller, idempotencyKey, isLate }) {
      const mark = { call: 'POST currency', key: idempotencyKey, bodyHash: bodyHash(input), isLate } as const;
      return { order: await spot.submit(placing(caller.userId, input), mark) };
    },

    async 'GET currencyRecord'(input, { caller }) {
      const { list, next } = await listOrders({ database, spot }, caller.userId, input);
      return { list: [...list], next };
    },

    async 'POST cancelCurrency'(input, { caller, idempotencyKey, isLate }) {
      const mark = { call: 'POST cancelCurrency', key: idempotencyKey, bodyHash: bodyHash(input), isLate } as const;
      return { order: await spot.submit({ kind: 'cancel', owner: caller.userId, id: Number(input.id) }, mark) };
    },
  };
}

function placing(owner: bigint, input: CheckedInput<'POST currency'>): PlaceRequest {
  const { pair, side } = input;
  if (input.type === 'limit') {
    return { kind: 'place', owner, pair, side, type: 'limit', price: input.price, amount: input.amount, total: null };
  }
  const { amount, total } = input;
  return {
    kind: 'place',
    owner,
    pair,
    side,
    type: 'market',
    price: null,
    amount: amount ?? null,
    total: total ?? null,
  };
}
