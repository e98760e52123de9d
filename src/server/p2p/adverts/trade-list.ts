import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { shownTerms } from './advert-row.ts';
import type { AdvertBoard, BoardQuery } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { p2pIndex } from './p2p-index.ts';
import type { TradingMerchants } from './trading-merchants.ts';
import { meetsConditions, standingOf } from './conditions.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { MerchantCard } from '#protocol/p2p/entities/trade.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { firstUserId } from '#server/accounts/account/tables.ts';
import { type FigureSums, figuresOf, figuresSince, toFigures } from '../merchants/figure-rows.ts';
import { readTraders } from '../merchants/standing.ts';

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
