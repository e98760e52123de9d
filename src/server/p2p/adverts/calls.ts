import type { AreaHandlers, CallContext } from '#server/core/handler.ts';
import { toOwnAdvert, shownTerms } from './advert-row.ts';
import type { AdvertBoard, BoardQuery } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { p2pIndex } from './p2p-index.ts';
import { publishAdvert, takeDownAdvert } from './publish.ts';
import { listOwnAdverts, lockAdvert, writePaused } from './store.ts';
import type { TradingMerchants, ShownAdverts } from './trading-merchants.ts';
import type { CheckedInput, CallOutput } from '#protocol/calls.ts';
import type { OwnAdvert, MerchantCard } from '#protocol/p2p/entities/trade.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { confirmCost, costQuestionOf, needsCostConfirmed } from '../merchants/cancellations.ts';
import { checkMerchantStanding, readTraders } from '../merchants/standing.ts';
import { readApplicant } from '../merchants/store.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { meetsConditions, standingOf } from './conditions.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { firstUserId } from '#server/accounts/account/tables.ts';
import { type FigureSums, figuresOf, figuresSince, toFigures } from '../merchants/figure-rows.ts';

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

/**
 * Lets an own advert rest, or be taken again. Its coins stay behind it, and orders that were taken go on.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` for one that was withdrawn, and to be taken again those of
 *   `checkMerchantStanding`, and for a buy advert `thirdCancelCosts` until it is confirmed, once a day, where the free
 *   cancellations of the day are used up
 */
async function pauseAdvert(
  deps: AdvertsDeps,
  { board, merchants }: ShownAdverts,
  owner: bigint,
  { id, paused, confirmed }: CheckedInput<'PUT otcBillList'>,
): Promise<OwnAdvert> {
  const { row, trader } = await deps.database.transaction(async (tx) => {
    // The user before the deposit and the advert: whoever ends the merchant's trading pauses adverts behind that lock.
    if (!paused) await readApplicant(tx.client, owner, true);
    const standing = paused ? null : await checkMerchantStanding(tx, owner, deps.clock());
    const advert = await lockAdvert(tx, BigInt(id));
    if (advert === null || advert.owner !== owner) throw new Refusal('notFound');
    if (advert.state !== 'listed') throw new Refusal('alreadyProcessed');
    if (!paused && advert.side === 'buy' && (await needsCostConfirmed(tx, owner, deps.clock()))) {
      if (!confirmed) throw await costQuestionOf(tx.client, owner);
      await confirmCost(tx, owner, deps.clock());
    }
    const written = advert.paused === paused ? advert : await writePaused(tx, advert.id, paused, deps.clock());
    return { row: written, trader: standing };
  });
  if (trader !== null) merchants.putStanding(trader);
  board.put(row);
  return toOwnAdvert(row, p2pIndex(deps, row.asset, row.currency));
}

/** Somebody who used the exchange this recently counts as online. */
const onlineMs = 5 * minuteMs;

/** Whether the user `u` used the exchange since `$2`; merchants of practice mode are always there. */
const isOnline = `(u.id < ${firstUserId} OR EXISTS (SELECT FROM sessions WHERE user_id = u.id AND used_at > $2))`;

/** Merchants of some adverts as others see them; those who may not trade now are left out. */
async function merchantCards(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlyMap<bigint, MerchantCard>> {
  const traders = await readTraders<{ readonly online: boolean; readonly joined: string; readonly sums: FigureSums }>(
    client,
    owners,
    {
      more: `${isOnline} AS online, u.created_at AS joined, ${figuresOf('u.id', '$3')} AS sums`,
      values: [now - onlineMs, figuresSince(now)],
    },
  );
  return new Map(
    traders.map(({ id, nickname, online, joined, sums }) => {
      const owner = BigInt(id);
      const card = { id, nickname: nickname ?? '', online, joinedAt: Number(joined), figures: toFigures(sums) };
      return [owner, isHouse(owner) ? { ...card, practice: true } : card];
    }),
  );
}

/** Which merchants of some adverts are online now, of those who may trade. */
async function onlineMerchants(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlySet<bigint>> {
  const traders = await readTraders(client, owners, { where: isOnline, values: [now - onlineMs] });
  return new Set(traders.map(({ id }) => BigInt(id)));
}

const cursorForm = /^(\d{1,18})-(\d{1,18})$/;

function placeOf(cursor: string | undefined): BoardQuery['after'] {
  if (cursor === undefined) return null;
  const [, price, id] = cursorForm.exec(cursor) ?? [];
  if (price === undefined || id === undefined) throw new Refusal('operationFailed');
  return { price: BigInt(price), id: BigInt(id) };
}

/** What the caller narrows the list by, beside the terms of an advert; null for nothing. */
async function acceptedFor(
  { database, clock }: Pick<AdvertsDeps, 'database' | 'clock'>,
  caller: bigint,
  { online, qualified }: CheckedInput<'GET tradeList'>,
  owners: () => readonly bigint[],
): Promise<BoardQuery['accepts']> {
  if (online === undefined && qualified === undefined) return null;
  const now = clock();
  const [present, standing] = await Promise.all([
    online === undefined ? null : onlineMerchants(database.pool, owners(), now),
    qualified === undefined ? null : standingOf(database.pool, caller, now),
  ]);
  return (row) => (present?.has(row.owner) ?? true) && (standing === null || meetsConditions(row, standing, now));
}

/**
 * Adverts to trade with, the best price first. Prices move while a reader pages: an advert whose price moved across the
 * end of a page is found on both or on neither, which the live list mends.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function tradeList(
  deps: AdvertsDeps,
  { board, merchants }: { readonly board: AdvertBoard; readonly merchants: Pick<TradingMerchants, 'serves'> },
  caller: bigint,
  input: CheckedInput<'GET tradeList'>,
): Promise<CallOutput<'GET tradeList'>> {
  const { asset, currency, side, amount, method, merchant, cursor, size } = input;
  // Who buys looks for merchants that sell.
  const wanted = { asset, currency, side: side === 'buy' ? 'sell' : 'buy' } as const;
  const accepts = await acceptedFor(deps, caller, input, () => board.owners(wanted));
  const index = p2pIndex(deps, asset, currency);
  const { decimals, priceDecimals } = fiatCurrencies[currency];
  const { list, more } = board.page(wanted, index, {
    money: amount === undefined ? null : toUnits(amount, decimals),
    method: method ?? null,
    merchant: merchant === undefined ? null : BigInt(merchant),
    serves: (owner) => merchants.serves(owner, caller),
    accepts,
    after: placeOf(cursor),
    size,
  });
  const owners = [...new Set(list.map(({ row }) => row.owner))];
  const cards = await merchantCards(deps.database.pool, owners, deps.clock());
  const last = list.at(-1);
  return {
    list: list.flatMap(({ row }) => {
      const card = cards.get(row.owner);
      return card === undefined ? [] : [{ ...shownTerms(row, index), merchant: card, own: row.owner === caller }];
    }),
    next: more && last !== undefined ? `${last.price}-${last.row.id}` : null,
    index: index === null ? null : fromUnits(index, priceDecimals),
  };
}
