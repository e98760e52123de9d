import { randomBytes } from 'node:crypto';
import { base32 } from '@scure/base';
import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodesMax } from '../../../../protocol/limits.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { secretHash } from '../../attempts/secret-hash.ts';
import type { Notices } from '../../notices/notices.ts';
import { recoveryCodes } from '../tables.ts';

/** 50 random bits: cannot be guessed with ten attempts a day, and their hash needs no salt. */
const recoveryCodeLength = 10;

function newRecoveryCode(): string {
  return base32.encode(randomBytes(7)).slice(0, recoveryCodeLength).toLowerCase();
}

/** Display form, in two halves. */
function shown(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

function codeHash(userId: bigint, code: string): string {
  return secretHash('recovery-code', userId.toString(), code);
}

/** Creates new recovery codes, replacing the old ones. @returns the codes in display form, shown only once */
export async function replaceRecoveryCodes(tx: Transaction, userId: bigint): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodesMax }, newRecoveryCode);
  await tx.drizzle.delete(recoveryCodes).where(eq(recoveryCodes.owner, userId));
  await tx.drizzle
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ owner: userId, codeHash: codeHash(userId, code) })));
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

/** Consumes a recovery code and notifies the user. @returns whether it was valid */
export async function useRecoveryCode(
  tx: Transaction,
  notices: Pick<Notices, 'send'>,
  userId: bigint,
  text: string,
  now: number,
): Promise<boolean> {
  const code = text.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  if (code.length !== recoveryCodeLength) return false;
  const isMeant = and(eq(recoveryCodes.owner, userId), eq(recoveryCodes.codeHash, codeHash(userId, code)));
  const used = await tx.drizzle
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isMeant, isNull(recoveryCodes.usedAt)));
  if (used.rowCount !== 1) return false;
  const left = await recoveryCodesLeft(tx, userId);
  await notices.send(tx, userId, 'account', 'notice/recovery-code-used', { left: String(left) });
  return true;
}
