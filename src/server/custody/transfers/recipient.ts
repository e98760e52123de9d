import type { ClientBase, Pool } from 'pg';
import type { CheckedInput } from '#protocol/calls.ts';
import { contactOf, isEmptyAccount, maskEmail, maskPhone } from '#server/accounts/account/contacts/contact.ts';
import { firstUserId } from '#server/accounts/account/tables.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

/** A recipient as named by the payer. */
export type NamedRecipient = CheckedInput<'POST freeTransferForWallet'>['to'];

/** The kind of identifier and its normalised value; null when no account can have it. */
export type RecipientKey = { readonly by: 'email' | 'phone' | 'id'; readonly value: string } | null;

/** A user who can be paid. */
export interface Recipient {
  readonly userId: bigint;
  /** The name that the payer is shown, masked. */
  readonly shown: string;
  /** The id that the payer is shown: whole when they named the recipient by it, else masked. */
  readonly shownId: string;
}

interface UserRow {
  readonly id: string;
  readonly nickname: string | null;
  readonly disabled: boolean;
}

/**
 * Parses the recipient named by the payer.
 *
 * @throws Refusal `enterAccount` when nothing was entered
 */
export function recipientKey(to: NamedRecipient): RecipientKey {
  if (to.by === 'id') return BigInt(to.id) < firstUserId ? null : { by: 'id', value: BigInt(to.id).toString() };
  if (isEmptyAccount(to)) throw new Refusal('enterAccount');
  return contactOf(to);
}

const columns = { email: 'email = $1', phone: 'phone = $1', id: 'id = $1::bigint' } as const;

/**
 * Finds the recipient. A disabled user cannot be paid, and looks like an unknown one.
 *
 * @throws Refusal `userNotFound`, and `cannotNameSelf` when it is the payer
 */
export async function findRecipient(client: ClientBase | Pool, payer: bigint, key: RecipientKey): Promise<Recipient> {
  if (key === null) throw new Refusal('userNotFound');
  const { rows } = await client.query<UserRow>(
    `SELECT id, nickname, disabled FROM users WHERE ${columns[key.by]} FOR SHARE`,
    [key.value],
  );
  const row = rows[0];
  if (row === undefined || row.disabled) throw new Refusal('userNotFound');
  if (BigInt(row.id) === payer) throw new Refusal('cannotNameSelf');
  // An email or a phone must not reveal the id of its account; a payer who entered the id knows it.
  return { userId: BigInt(row.id), shown: shownTo(row, key), shownId: key.by === 'id' ? row.id : maskId(row.id) };
}

/** The display name of a user to another who knows only their id. */
export async function shownName(client: ClientBase | Pool, userId: bigint): Promise<string> {
  const { rows } = await client.query<{ nickname: string | null }>('SELECT nickname FROM users WHERE id = $1', [
    userId,
  ]);
  return maskNickname(rows[0]?.nickname ?? null) ?? `ID ${maskId(userId.toString())}`;
}

/** The masked nickname, or else the masked identifier the payer used. */
function shownTo(row: UserRow, key: { readonly by: 'email' | 'phone' | 'id'; readonly value: string }): string {
  const nickname = maskNickname(row.nickname);
  if (nickname !== null) return nickname;
  if (key.by === 'email') return maskEmail(key.value);
  return key.by === 'phone' ? maskPhone(key.value) : `ID ${row.id}`;
}

/** Most characters of a nickname that are shown to somebody who may not be the one it was given for. */
const shownOfNickname = 6;

/**
 * Half of the characters from both ends, at most six, as in `Me•••in`: enough to tell two users apart, too little to
 * learn a name by. Only the first of two characters. Null without a nickname.
 */
export function maskNickname(nickname: string | null): string | null {
  if (nickname === null) return null;
  const graphemes = Array.from(new Intl.Segmenter().segment(nickname), ({ segment }) => segment);
  const shown = Math.min(Math.ceil(graphemes.length / 2), shownOfNickname);
  const tail = Math.floor(shown / 2);
  const head = graphemes.slice(0, shown - tail);
  return `${head.join('')}•••${graphemes.slice(graphemes.length - tail).join('')}`;
}

/** A masked id that its owner still recognises: `10••42`. */
export function maskId(id: string): string {
  return `${id.slice(0, 2)}••${id.slice(-2)}`;
}
