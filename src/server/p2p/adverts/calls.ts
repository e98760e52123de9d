import type { AreaHandlers, CallContext } from '#server/core/handler.ts';
import { toOwnAdvert } from './advert-row.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { p2pIndex } from './p2p-index.ts';
import { pauseAdvert } from './pausing.ts';
import { publishAdvert, takeDownAdvert } from './publish.ts';
import { listOwnAdverts } from './store.ts';
import { tradeList } from './trade-list.ts';
import type { TradingMerchants } from './trading-merchants.ts';

export type AdvertHandlers = Pick<
  AreaHandlers<'otc'>,
  'POST otcBuy' | 'POST otcSell' | 'GET tradeList' | 'GET otcBillList' | 'PUT otcBillList' | 'POST cancelOrder'
>;

/** The calls of adverts. */
export function createAdvertHandlers(
  deps: AdvertsDeps,
  board: AdvertBoard,
  merchants: Pick<TradingMerchants, 'serves' | 'putStanding'>,
): AdvertHandlers {
  const shown = { board, merchants };
  return {
    'POST otcBuy': (input, context) => publishAdvert(deps, shown, publisher(context, { side: 'buy', input })),
    'POST otcSell': (input, context) => publishAdvert(deps, shown, publisher(context, { side: 'sell', input })),
    'GET tradeList': (input, { caller }) => tradeList(deps, shown, caller.userId, input),
    'GET otcBillList': async (query, { caller }) => {
      const { rows, next } = await listOwnAdverts(deps.database.pool, caller.userId, query);
      return { list: rows.map((row) => toOwnAdvert(row, p2pIndex(deps, row.asset, row.currency))), next };
    },
    'PUT otcBillList': (input, { caller }) => pauseAdvert(deps, shown, caller.userId, input),
    'POST cancelOrder': ({ id }, { caller, idempotencyKey: key }) =>
      takeDownAdvert(deps, shown, { owner: caller.userId, key, id }),
  };
}

/** What is published, by whom and with which key. */
function publisher<Given>({ caller, idempotencyKey }: CallContext<'POST otcBuy' | 'POST otcSell'>, given: Given) {
  return { owner: caller.userId, session: caller.sessionId, key: idempotencyKey, given };
}
