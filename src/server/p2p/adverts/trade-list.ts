import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import { fiatCurrencies } from '../../../protocol/p2p/currencies.ts';
import { fromUnits, toUnits } from '../../../protocol/core/decimal.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { shownTerms } from './advert-row.ts';
import type { AdvertBoard, BoardQuery } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { p2pIndex } from './p2p-index.ts';
import type { TradingMerchants } from './trading-merchants.ts';
import { merchantCards, onlineMerchants } from './merchant-cards.ts';
import { meetsConditions, standingOf } from './conditions.ts';

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
