import { randomBytes } from 'node:crypto';
import { base32 } from '@scure/base';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { formerRecoveryCodeLength, recoveryCodeLength, recoveryCodesMax } from '#protocol/core/limits.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import { hashPassword, isPassword } from '../passwords/password-hash.ts';
import { recoveryCodes } from '../tables.ts';

/**
 * The first characters of a code name it among those of its user and are stored as they are, so that one slow hash
 * decides. The other sixteen are 80 random bits.
 */
const nameLength = 4;
const groupLength = 5;
/** More bits than the characters of a code hold: the rest is cut off. */
const randomLength = 13;
/** In front of the name of a code of the former length, which is the beginning of its fast hash. */
const formerMark = '~';
const formerNameLength = 2;
/** The form in which codes of the former length were stored: a fast hash. */
const fastHashForm = '^[0-9a-f]{64}$';

function newRecoveryCode(): string {
  return base32.encode(randomBytes(randomLength)).slice(0, recoveryCodeLength).toLowerCase();
}

/** New codes of one user, of which no two have the same name. */
function newRecoveryCodes(): string[] {
  const byName = new Map<string, string>();
  while (byName.size < recoveryCodesMax) {
    const code = newRecoveryCode();
    byName.set(code.slice(0, nameLength), code);
  }
  return [...byName.values()];
}

/** Display form, in groups. */
function shown(code: string): string {
  return code.replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-');
}

/** What of a code is hashed, and the name that its hash is stored behind. */
interface NamedSecret {
  readonly name: string;
  readonly secret: string;
}

function fastHash(userId: bigint, code: string): string {
  return secretHash('recovery-code', userId.toString(), code);
}

function ofFastHash(hash: string): NamedSecret {
  return { name: `${formerMark}${hash.slice(0, formerNameLength)}`, secret: hash };
}

function ofCode(userId: bigint, code: string): NamedSecret | null {
  if (code.length === recoveryCodeLength) return { name: code.slice(0, nameLength), secret: code };
  return code.length === formerRecoveryCodeLength ? ofFastHash(fastHash(userId, code)) : null;
}

/** The stored form of a code: its name, and the hash of a password. */
async function stored({ name, secret }: NamedSecret): Promise<string> {
  return `${name}${await hashPassword(secret)}`;
}

/**
 * Creates new recovery codes, replacing the old ones. Their hashes take about a fifth of a second.
 *
 * @returns the codes in display form, shown only once
 * @throws Refusal `busyRetry` when too many hashes wait
 */
export async function replaceRecoveryCodes(tx: Transaction, userId: bigint): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const rows: { owner: bigint; codeHash: string }[] = [];
  for (const code of codes) {
    const codeHash = await stored({ name: code.slice(0, nameLength), secret: code });
    rows.push({ owner: userId, codeHash });
  }
  await tx.drizzle.delete(recoveryCodes).where(eq(recoveryCodes.owner, userId));
  await tx.drizzle.insert(recoveryCodes).values(rows);
  return codes.map(shown);
}

/** The number of unused recovery codes. */
export async function recoveryCodesLeft(reader: Pick<Transaction, 'drizzle'>, userId: bigint): Promise<number> {
  const [row] = await reader.drizzle
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.owner, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/**
 * Consumes a recovery code and notifies the user. Codes of the former length stay valid. The transaction waits for one
 * slow hash, whether or not a code has that name: attempts are counted before.
 *
 * @returns whether it was valid
 * @throws Refusal `busyRetry` when too many hashes wait
 */
export async function useRecoveryCode(
  tx: Transaction,
  notices: Pick<Notices, 'send'>,
  userId: bigint,
  text: string,
  now: number,
): Promise<boolean> {
  const code = ofCode(userId, text.toLowerCase().replaceAll(/[^a-z2-7]/g, ''));
  if (code === null) return false;
  await hashFormerCodes(tx, userId);
  const codeHash = await matching(tx, userId, code);
  if (codeHash === null) return false;
  const isMeant = and(eq(recoveryCodes.owner, userId), eq(recoveryCodes.codeHash, codeHash));
  const used = await tx.drizzle
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isMeant, isNull(recoveryCodes.usedAt)));
  if (used.rowCount !== 1) return false;
  const left = await recoveryCodesLeft(tx, userId);
  await notices.send(tx, userId, 'account', 'notice/recovery-code-used', { left: String(left) });
  return true;
}

/** The stored form of the unused code that is meant; null when it is none of the user's. */
async function matching(tx: Transaction, userId: bigint, { name, secret }: NamedSecret): Promise<string | null> {
  const found = await tx.drizzle
    .select({ codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.owner, userId),
        isNull(recoveryCodes.usedAt),
        sql`starts_with(${recoveryCodes.codeHash}, ${`${name}$`})`,
      ),
    );
  if (found.length === 0) await isPassword(secret, null);
  for (const { codeHash } of found) {
    if (await isPassword(secret, codeHash.slice(name.length))) return codeHash;
  }
  return null;
}

/**
 * Replaces the fast hashes of a user's codes of the former length by hashes of a password: at the next time that a
 * second factor is asked for, since the store alone does not know whose codes will be.
 *
 * @throws Refusal `busyRetry` when too many hashes wait
 */
export async function hashFormerCodes(tx: Transaction, userId: bigint): Promise<void> {
  const isFormer = and(
    eq(recoveryCodes.owner, userId),
    isNull(recoveryCodes.usedAt),
    sql`${recoveryCodes.codeHash} ~ ${fastHashForm}`,
  );
  const former = await tx.drizzle.select({ codeHash: recoveryCodes.codeHash }).from(recoveryCodes).where(isFormer);
  for (const { codeHash } of former) {
    const isThis = and(eq(recoveryCodes.owner, userId), eq(recoveryCodes.codeHash, codeHash));
    await tx.drizzle
      .update(recoveryCodes)
      .set({ codeHash: await stored(ofFastHash(codeHash)) })
      .where(isThis);
  }
}
