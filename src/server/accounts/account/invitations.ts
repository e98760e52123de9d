import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { typedAs } from '#protocol/core/text/typed-text.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { users } from './tables.ts';

/** Without easily confused characters. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;

/** A new invitation code: 8 characters, 40 bits. */
export function newInvitationCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The normal form of a typed code. */
export function normaliseInvitationCode(text: string): string {
  return typedAs('invitation', text);
}

/** The owner of an invitation code, or null. */
export async function referrerOf(tx: Pick<Transaction, 'drizzle'>, code: string): Promise<bigint | null> {
  const [row] = await tx.drizzle
    .select({ id: users.id, disabled: users.disabled })
    .from(users)
    .where(eq(users.invitationCode, normaliseInvitationCode(code)));
  return row === undefined || row.disabled ? null : row.id;
}
