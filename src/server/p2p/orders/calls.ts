import type { AreaHandlers, Handlers } from '#server/core/handler.ts';
import { appeal, markPaid } from './acts.ts';
import { cancelOrder, cancelTerms } from './cancel.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { orderDetail } from './reading/detail.ts';
import { rateMerchant } from './rating.ts';
import { releaseCoins } from './finish.ts';
import { sideOf, toP2pOrder } from './order-row.ts';
import { attachProof } from './proofs.ts';
import { listOrders } from './store.ts';
import { takeAdvert } from './taking/take.ts';

export type OrderHandlers = Pick<
  AreaHandlers<'otc'>,
  | 'POST tradeBuy'
  | 'POST tradeSell'
  | 'GET otcOrderList'
  | 'PUT otcOrderList'
  | 'GET tradeBuyWaitPage'
  | 'POST tradePaid'
  | 'GET tradeCancelPre'
  | 'POST tradeCancel'
  | 'POST otcFinish'
  | 'POST tradeAppeal'
> &
  Pick<Handlers, 'POST uploadBuyProof'>;

/** The calls of fiat orders. */
export function createOrderHandlers(deps: OrdersDeps, changes: OrderChanges): OrderHandlers {
  return {
    'POST tradeBuy': (input, { caller, idempotencyKey: key }) =>
      takeAdvert(deps, changes, { side: 'buy', input, taker: caller.userId, session: caller.sessionId, key }),
    'POST tradeSell': (input, { caller, idempotencyKey: key }) =>
      takeAdvert(deps, changes, { side: 'sell', input, taker: caller.userId, session: caller.sessionId, key }),
    'GET otcOrderList': async (query, { caller }) => {
      const { rows, next } = await listOrders(deps.database.pool, caller.userId, query);
      return { list: rows.map((row) => toP2pOrder(row, sideOf(row, caller.userId) ?? 'buyer')), next };
    },
    'PUT otcOrderList': (input, { caller }) => rateMerchant(deps, caller.userId, input),
    'GET tradeBuyWaitPage': ({ id }, { caller }) => orderDetail(deps, caller.userId, id),
    'POST tradePaid': ({ id }, { caller }) => markPaid(deps, changes, caller.userId, id),
    'GET tradeCancelPre': ({ id }, { caller }) => cancelTerms(deps, caller.userId, id),
    'POST tradeCancel': (input, context) =>
      cancelOrder(deps, changes, input, {
        user: context.caller.userId,
        key: context.idempotencyKey,
        facts: context,
      }),
    'POST otcFinish': (input, context) =>
      releaseCoins(deps, changes, input, {
        user: context.caller.userId,
        key: context.idempotencyKey,
        facts: context,
      }),
    'POST tradeAppeal': (input, { caller }) => appeal(deps, changes, caller.userId, input),
    'POST uploadBuyProof': ({ order }, { caller, file }) => attachProof(deps, changes, caller.userId, order, file),
  };
}
