import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Notices } from '#server/accounts/notices/notices.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { LockoutPool } from '#server/accounts/rate-limits/lockout.ts';
import { checkCode, sealedFor } from './code-check.ts';
import { recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { recoveryCodes, totpSecrets, users } from '../tables.ts';
import { totpSecretBytes, totpText, totpUri } from './totp.ts';

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
