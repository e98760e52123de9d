import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Notices } from '#server/accounts/notices/notices.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { type LockoutPool, countGuess, uncountGuess } from '#server/accounts/rate-limits/lockout.ts';
import { recoveryCodesLeft, replaceRecoveryCodes, hashFormerCodes, useRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { recoveryCodes, totpSecrets, users } from '../tables.ts';
import { totpSecretBytes, totpText, totpUri, totpDigits, totpStep } from './totp.ts';
import { secondFactorInText } from '#protocol/core/text/one-time-code.ts';

/** A stored authenticator secret. */
type Secret = typeof totpSecrets.$inferSelect;

interface CodeCheckDeps {
  readonly notices: Pick<Notices, 'send'>;
  readonly secrets: SecretBox | null;
}

/** The context a user's secret is encrypted for. */
const sealedFor = (userId: bigint) => `totp of ${userId}`;

/**
 * What has the form of neither code is wrong without being counted. Otherwise counts the attempt, then compares: with the
 * code of the authenticator, or with the user's recovery codes once it is on. The transaction must COMMIT when this refuses.
 *
 * @returns null when the code is right; else `enterCode`, `codeWrong`, or `verificationTooOften` with `waitMs`
 */
async function checkCode(
  deps: CodeCheckDeps,
  tx: Transaction,
  row: Secret,
  given: string | undefined,
  pool: LockoutPool,
  now: number,
): Promise<Refusal | null> {
  if ((given ?? '').trim() === '') return new Refusal('enterCode');
  const text = secondFactorInText(given ?? '', totpDigits);
  if (text === null) return new Refusal('codeWrong');
  const waitMs = await countGuess(tx, pool, now);
  if (waitMs > 0) return new Refusal('verificationTooOften', { waitMs });
  if (!(await isRight(deps, tx, row, text, now))) return new Refusal('codeWrong');
  await uncountGuess(tx, pool);
  return null;
}

async function isRight(
  { secrets, notices }: CodeCheckDeps,
  tx: Transaction,
  row: Secret,
  text: string,
  now: number,
): Promise<boolean> {
  if (secrets === null) throw new Error('authenticators are enabled, but the key of the secrets is not configured');
  const secret = secrets.open(row.sealed, sealedFor(row.owner));
  const step = totpStep(secret, text, row.lastStep, now);
  if (step === null) return row.confirmedAt !== null && useRecoveryCode(tx, notices, row.owner, text, now);
  await tx.drizzle.update(totpSecrets).set({ lastStep: step }).where(eq(totpSecrets.owner, row.owner));
  await hashFormerCodes(tx, row.owner);
  return true;
}

/** What a user enters into their authenticator, once. */
interface TotpQuestion {
  readonly secret: string;
  readonly uri: string;
}

/** The state of an account's authenticator. */
interface SecondFactorState {
  readonly totp: 'unavailable' | 'off' | 'on';
  readonly recoveryCodes: number;
}

/** Authenticator codes (RFC 6238) as a second factor for log-in by password and for money, with recovery codes. */
export interface SecondFactor {
  state(userId: bigint): Promise<SecondFactorState>;
  /**
   * A new secret, active once confirmed by one of its codes.
   *
   * @throws Refusal `notYetOpen` without an encryption key; `alreadyProcessed` while one is enabled
   */
  begin(userId: bigint): Promise<TotpQuestion>;
  /**
   * Enables it.
   *
   * @returns the recovery codes, shown only once
   * @throws Refusal `enterCode`, `codeWrong`, `verificationTooOften` with `waitMs`; `verificationExpired` when none was
   *   begun; `alreadyProcessed` while it is enabled; `busyRetry`, with nothing done or counted, when too many hashes wait
   */
  confirm(userId: bigint, code: string, pool: LockoutPool): Promise<readonly string[]>;
  /** New recovery codes, replacing the old ones. @throws Refusal `notFound` while it is disabled; `busyRetry` as above */
  renew(userId: bigint): Promise<readonly string[]>;
  /** Disables it. @throws Refusal `notFound` while it is disabled */
  end(userId: bigint): Promise<void>;
  /**
   * Decides in the transaction of what it authorises: counts the attempt before it is compared. The transaction must
   * COMMIT when this refuses.
   *
   * @param given a code of the authenticator or a recovery code; undefined when the call carried none
   * @returns null when it is disabled or the code is correct; else `enterCode`, `codeWrong`, or `verificationTooOften`
   *   with `waitMs`
   * @throws Refusal `busyRetry` as above
   */
  decide(
    tx: Transaction,
    userId: bigint,
    given: string | undefined,
    pool: LockoutPool,
    now: number,
  ): Promise<Refusal | null>;
}

export interface SecondFactorDeps {
  readonly database: Database;
  readonly clock: () => number;
  readonly notices: Pick<Notices, 'send'>;
  /** Null: nothing is offered, and enabled ones refuse until the key is back. */
  readonly secrets: SecretBox | null;
}

const issuer = 'Dunlin';

async function lockSecret(tx: Transaction, userId: bigint) {
  const [row] = await tx.drizzle.select().from(totpSecrets).where(eq(totpSecrets.owner, userId)).for('update');
  return row ?? null;
}

/** Second factors over the store. */
export function createSecondFactor(deps: SecondFactorDeps): SecondFactor {
  const { database, clock, secrets, notices } = deps;

  return {
    async state(userId) {
      const [row] = await database.drizzle.select().from(totpSecrets).where(eq(totpSecrets.owner, userId));
      const isOn = row !== undefined && row.confirmedAt !== null;
      const off = secrets === null ? 'unavailable' : 'off';
      return { totp: isOn ? 'on' : off, recoveryCodes: isOn ? await recoveryCodesLeft(database, userId) : 0 };
    },

    async begin(userId) {
      if (secrets === null) throw new Refusal('notYetOpen');
      const secret = randomBytes(totpSecretBytes);
      const name = await database.transaction(async (tx) => {
        const [user] = await tx.drizzle.select().from(users).where(eq(users.id, userId)).for('no key update');
        if (user === undefined) throw new Error('a session without its user');
        if ((await lockSecret(tx, userId))?.confirmedAt) throw new Refusal('alreadyProcessed');
        const row = { sealed: secrets.seal(secret, sealedFor(userId)), lastStep: 0, confirmedAt: null };
        await tx.drizzle
          .insert(totpSecrets)
          .values({ owner: userId, ...row })
          .onConflictDoUpdate({ target: totpSecrets.owner, set: row });
        return user.email ?? user.phone ?? user.nickname ?? userId.toString();
      });
      return { secret: totpText(secret), uri: totpUri(secret, issuer, name) };
    },

    async confirm(userId, code, pool) {
      const now = clock();
      const result = await database.transaction(async (tx) => {
        const row = await lockSecret(tx, userId);
        if (row === null) return new Refusal('verificationExpired');
        if (row.confirmedAt !== null) return new Refusal('alreadyProcessed');
        const refused = await checkCode(deps, tx, row, code, pool, now);
        if (refused !== null) return refused;
        await tx.drizzle.update(totpSecrets).set({ confirmedAt: now }).where(eq(totpSecrets.owner, userId));
        await notices.send(tx, userId, 'account', 'notice/totp-on', {});
        return replaceRecoveryCodes(tx, userId);
      });
      if (result instanceof Refusal) throw result;
      return result;
    },

    async renew(userId) {
      return database.transaction(async (tx) => {
        if (!(await lockSecret(tx, userId))?.confirmedAt) throw new Refusal('notFound');
        await notices.send(tx, userId, 'account', 'notice/recovery-codes-made', {});
        return replaceRecoveryCodes(tx, userId);
      });
    },

    async end(userId) {
      await database.transaction(async (tx) => {
        if (!(await lockSecret(tx, userId))?.confirmedAt) throw new Refusal('notFound');
        await tx.drizzle.delete(recoveryCodes).where(eq(recoveryCodes.owner, userId));
        await tx.drizzle.delete(totpSecrets).where(eq(totpSecrets.owner, userId));
        await notices.send(tx, userId, 'account', 'notice/totp-off', {});
      });
    },

    async decide(tx, userId, given, pool, now) {
      const row = await lockSecret(tx, userId);
      return row === null || row.confirmedAt === null ? null : checkCode(deps, tx, row, given, pool, now);
    },
  };
}
