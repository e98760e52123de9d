import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import { fiatCurrencies } from '../../../protocol/fiat.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { shownTerms } from './advert-row.ts';
import type { AdvertBoard, BoardQuery } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { fiatIndex } from './fiat-index.ts';
import { merchantCards } from './merchant-cards.ts';

const cursorForm = /^(\d{1,18})-(\d{1,18})$/;

function placeOf(cursor: string | undefined): BoardQuery['after'] {
  if (cursor === undefined) return null;
  const [, price, id] = cursorForm.exec(cursor) ?? [];
  if (price === undefined || id === undefined) throw new Refusal('operationFailed');
  return { price: BigInt(price), id: BigInt(id) };
}

/**
 * Adverts to trade with, the best price first. Prices move while a reader pages: an advert whose price moved across the
 * end of a page is found on both or on neither, which the live list mends.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function tradeList(
  deps: AdvertsDeps,
  board: AdvertBoard,
  caller: bigint,
  input: CheckedInput<'GET tradeList'>,
): Promise<CallOutput<'GET tradeList'>> {
  const { asset, currency, side, amount, method, merchant, cursor, size } = input;
  const index = fiatIndex(deps, asset, currency);
  // Who buys looks for merchants that sell.
  const wanted = { asset, currency, side: side === 'buy' ? 'sell' : 'buy' } as const;
  const { decimals, priceDecimals } = fiatCurrencies[currency];
  const { list, more } = board.page(wanted, index, {
    money: amount === undefined ? null : toUnits(amount, decimals),
    method: method ?? null,
    merchant: merchant === undefined ? null : BigInt(merchant),
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
