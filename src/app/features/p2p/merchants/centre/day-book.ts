import type { MerchantDay } from '#protocol/p2p/entities/merchants.ts';
import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { csvFile } from '#app/features/assets/records/records-csv.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';

/** One direction of a day in one currency. */
interface BookSide {
  readonly orders: number;
  readonly amount: Decimal;
}

/** What was turned over in one currency. */
export interface Book {
  readonly currency: FiatCurrencyCode;
  readonly sold: BookSide;
  readonly bought: BookSide;
  readonly total: BookSide;
}

const nothing: BookSide = { orders: 0, amount: '0' };

function plus(a: BookSide, b: BookSide): BookSide {
  return { orders: a.orders + b.orders, amount: addDecimals(a.amount, b.amount) };
}

/** The day by currency, all coins of it together; the one with the most orders first. Amounts of currencies are never added. */
export function booksOf({ rows }: Pick<MerchantDay, 'rows'>): Book[] {
  const books = new Map<FiatCurrencyCode, Book>();
  for (const { currency, sold, bought, total } of rows) {
    const book = books.get(currency) ?? { currency, sold: nothing, bought: nothing, total: nothing };
    books.set(currency, {
      currency,
      sold: plus(book.sold, sold),
      bought: plus(book.bought, bought),
      total: plus(book.total, total),
    });
  }
  return [...books.values()].toSorted((a, b) => b.total.orders - a.total.orders);
}

/** The day as a table: a line for each coin and currency, as spreadsheets read it. */
export function dayCsv({ since, rows }: MerchantDay): string {
  const date = new Date(since + 8 * 3_600_000).toISOString().slice(0, 10);
  const head = ['date (UTC+8)', 'coin', 'currency', ...['sold', 'bought'].flatMap((side) => sideHeads(side))];
  const lines = rows.map(({ asset, currency, sold, bought }) => [
    date,
    asset,
    currency,
    ...[sold, bought].flatMap(({ orders, quantity, amount }) => [String(orders), quantity, amount]),
  ]);
  return csvFile([head, ...lines]);
}

function sideHeads(side: string): string[] {
  return [`${side} orders`, `${side} coins`, `${side} amount`];
}
