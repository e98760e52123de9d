import * as v from 'valibot';
import { isDecimal } from './decimal.ts';
import { pageSizeDefault, pageSizeMax } from './limits.ts';
import { localeCodes } from './locales.ts';

export const decimal = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check(isDecimal, 'a decimal'),
  v.description('An exact decimal, as in `12.50`; it may be below zero.'),
);

export const positiveDecimal = v.pipe(
  decimal,
  v.check((text) => !text.startsWith('-') && /[1-9]/.test(text), 'above zero'),
  v.description('An exact decimal above zero, as in `12.50`.'),
);

export const timestamp = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.description('Epoch milliseconds, UTC.'));

export const id = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}$/),
  v.description('An id: digits of a 64-bit integer, as text.'),
);

export const pairId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{4,16}$/), v.description('A pair id, as in `BTCUSDT`.'));

export const assetId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,10}$/), v.description('An asset id, as in `BTC`.'));

export const fileId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{22}$/),
  v.description('A file id, as `POST /api/upload/img` answers it.'),
);

export const locale = v.pipe(v.picklist(localeCodes), v.description('A language of the app.'));

export const cursor = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/),
  v.description('An opaque cursor of a list: `next` of the page before.'),
);

/** A whole number in a query, which carries only texts. */
export function queryInteger(least: number, most: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,16}$/),
    v.transform(Number),
    v.number(),
    v.safeInteger(),
    v.minValue(least),
    v.maxValue(most),
  );
}

/** The two fields of every list call. */
export const pageQuery = {
  cursor: v.optional(cursor),
  size: v.optional(queryInteger(1, pageSizeMax), String(pageSizeDefault)),
};

/** One page of a list of `item`. */
export function page<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ list: v.array(item), next: v.nullable(cursor) });
}

export const done = v.pipe(v.object({}), v.description('Empty: it was done.'));

export const nothing = v.pipe(v.strictObject({}), v.description('Nothing.'));

export const shownUserId = v.pipe(
  v.string(),
  v.description('Another user’s id, to compare: whole where the payer named them by it, else masked as in `10••07`.'),
);

/** An object that calls and topics carry, and what the reference says of it. */
export function entity<const Fields extends v.ObjectEntries>(description: string, fields: Fields) {
  return v.pipe(v.object(fields), v.description(description));
}

/** One of several words, and what the reference says of them. */
export function choice<const Words extends v.PicklistOptions>(description: string, words: Words) {
  return v.pipe(v.picklist(words), v.description(description));
}
