import { asc, eq } from 'drizzle-orm';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { passkeys } from '../tables.ts';
import { spkiOf } from './passkey-answers.ts';

/** A stored passkey. */
export type PasskeyRow = typeof passkeys.$inferSelect;

/** The user handle a device stores with the passkey; not a secret. */
export function userHandle(userId: bigint): string {
  return Buffer.from(userId.toString()).toString('base64url');
}

/** A passkey as shown to its owner. */
export async function asPublished(row: PasskeyRow): Promise<Passkey> {
  const { id, name, createdAt, usedAt, confirmed, credential } = row;
  return { id: id.toString(), name, createdAt, usedAt, confirmed, credential, ...(await spkiOf(row.publicKey)) };
}

/** A WebAuthn credential descriptor of a passkey. */
export function descriptor({ credential, transports }: PasskeyRow) {
  return { id: credential, transports };
}

/** The user's passkeys, oldest first. */
export async function ownPasskeys(tx: Pick<Transaction, 'drizzle'>, userId: bigint): Promise<PasskeyRow[]> {
  return tx.drizzle.select().from(passkeys).where(eq(passkeys.owner, userId)).orderBy(asc(passkeys.id));
}
