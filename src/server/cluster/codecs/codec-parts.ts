import * as v from 'valibot';
import { decimalMaxLength } from '#protocol/core/decimal.ts';
import { orderTypeNames } from '#protocol/spot/order-types.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { MarketState } from '../placement/messages.ts';
import { failureSchema, packFailure, readFailure } from '../bus/failures.ts';
import { readFrame } from '../bus/frame.ts';

/**
 * The parts of messages between engines that every family of markets has. What there is much of, such as orders, trades
 * and balances, crosses as rows without names, because several hundred of them cross every second. Amounts and owners
 * cross as texts, because numbers of JSON do not hold them; a field is checked by one function, which costs a fraction of
 * a chain of schemas.
 */

/** At most 40 digits: the longest decimal there is, in whatever smallest unit. */
const wholePattern = /^(?:0|-?[1-9]\d{0,39})$/;

/** A whole number as `BigInt` writes it: other spellings of it are refused. */
export const whole = v.custom<string>((value) => typeof value === 'string' && wholePattern.test(value));
/** One that is not below zero. */
export const unsigned = v.custom<string>(
  (value) => typeof value === 'string' && value[0] !== '-' && wholePattern.test(value),
);
/** An id, a time, ticks or a position in a sequence. */
export const count = v.custom<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const name = v.custom<string>((value) => typeof value === 'string' && value !== '' && value.length <= 80);

/** An owner: a user, or an account of the house. */
export const owner = v.pipe(
  whole,
  v.transform((text) => BigInt(text)),
);
/** Lots of many orders, whose sum may pass the safe integers. */
export const manyLots = v.pipe(
  unsigned,
  v.transform((text) => BigInt(text)),
);

export const side = v.picklist(['buy', 'sell']);
export const orderType = v.picklist(orderTypeNames);

/** A decimal as received: whether it is one decides the command, as for any other order. */
export const decimalText = v.nullable(
  v.custom<string>((value) => typeof value === 'string' && value.length <= decimalMaxLength),
);
const text = v.custom<string>((value) => typeof value === 'string' && value.length <= 16_384);

/** Nothing may be done under a barred key, so a message that bars one with anything but a refusal is not read. */
const barred = v.pipe(failureSchema, v.transform(readFailure), v.instance(Refusal));

/** The key of a command. A barred one takes its refusal along. */
export const key = v.pipe(
  v.strictTuple([text, text, text, v.nullable(barred)]),
  v.transform(([call, keyText, bodyHash, refusal]): IdempotencyKey => ({
    call,
    key: keyText,
    bodyHash,
    ...(refusal === null ? {} : { barred: refusal }),
  })),
);

/** A key as it is sent. */
export function sentKey({ call, key: keyText, bodyHash, barred: refusal }: IdempotencyKey): v.InferInput<typeof key> {
  return [call, keyText, bodyHash, refusal === undefined ? null : packFailure(refusal)];
}

/** The fields of a market's state that every family has. */
export const marketState = { market: name, epoch: count, seq: count, halted: v.nullable(v.string()) };

/** The fields that every family has, as they are sent. */
export function sentMarketState({ market, epoch, seq, halted }: MarketState) {
  return { market, epoch, seq, halted };
}

/** A balance of an owner in one of its wallets. */
export const balanceRow = v.pipe(
  v.strictTuple([whole, v.picklist(wallets), name, whole, whole, whole]),
  v.transform(([by, wallet, asset, available, frozen, locked]): BalanceRow => ({
    owner: BigInt(by),
    wallet,
    asset,
    available: BigInt(available),
    frozen: BigInt(frozen),
    locked: BigInt(locked),
  })),
);

/** A balance as it is sent. */
export function rowOfBalance(balance: BalanceRow): v.InferInput<typeof balanceRow> {
  const { owner: by, wallet, asset, available, frozen, locked } = balance;
  return [String(by), wallet, asset, String(available), String(frozen), String(locked)];
}

/** What a message without a body says. @throws Error when it is no such message */
export function received<const Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
): v.InferOutput<Schema> {
  const frame = readFrame(bytes);
  const checked = v.safeParse(schema, frame?.head);
  if (!checked.success || frame?.body.length !== 0) {
    throw new Error('a message about a market cannot be read', { cause: checked.issues?.[0].message });
  }
  return checked.output;
}
