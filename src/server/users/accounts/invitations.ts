import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../core/store/database.ts';
import { users } from './tables.ts';

/** Without the characters that are mistaken for one another when read aloud or copied. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;

/** A new invitation code: 8 characters, 40 bits. */
export function newInvitationCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The code as it is kept, however it was typed. */
export function normaliseInvitationCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Who invites with a code, or null when nobody does. */
export async function referrerOf(tx: Pick<Transaction, 'drizzle'>, code: string): Promise<bigint | null> {
  const [row] = await tx.drizzle
    .select({ id: users.id, disabled: users.disabled })
    .from(users)
    .where(eq(users.invitationCode, normaliseInvitationCode(code)));
  return row === undefined || row.disabled ? null : row.id;
}
