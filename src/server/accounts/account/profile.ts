import { eq } from 'drizzle-orm';
import type { Profile } from '#protocol/accounts/entities/profile.ts';
import type { Files } from '../files/files.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import { isUniqueViolation } from '#server/core/failures/postgres-errors.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { maskEmail, maskPhone } from './contacts/contact.ts';
import { checkedNickname, takeNickname } from './nicknames/nicknames.ts';
import type { Sessions } from './sessions.ts';
import { users } from './tables.ts';

/** Reads own accounts and changes what a user may change of theirs. */
export interface Profiles {
  /** The profile of whoever holds the session. */
  read(userId: bigint, sessionId: bigint): Promise<Profile>;
  /** Nickname and file id of the picture. */
  names(userId: bigint): Promise<{ nickname: string | null; avatar: string | null }>;
  /** @throws Refusal of `checkedNickname`, and `nicknameTaken` when it looks like another user's */
  setNickname(userId: bigint, typed: string): Promise<string>;
  /**
   * Changes or clears the picture; the previous one is removed.
   *
   * @param file id of the user's own file, uploaded as a picture of themselves; null for none
   * @throws Refusal `uploadPhotos` for any other file
   */
  setAvatar(userId: bigint, file: string | null): Promise<void>;
}

/** The profile of an account row. */
async function userRow(database: Database, userId: bigint) {
  const [row] = await database.drizzle.select().from(users).where(eq(users.id, userId));
  if (row === undefined) throw new Error('a session without its user');
  return row;
}

export function createProfiles(
  database: Database,
  sessions: Sessions,
  files: Pick<Files, 'use' | 'release'>,
  clock: Clock,
): Profiles {
  return {
    async read(userId, sessionId) {
      const [row, list] = await Promise.all([userRow(database, userId), sessions.list(userId, sessionId)]);
      return {
        id: row.id.toString(),
        nickname: row.nickname,
        nicknameProblem: row.nicknameProblem,
        avatar: row.avatar,
        phone: row.phone === null ? null : maskPhone(row.phone),
        email: row.email === null ? null : maskEmail(row.email),
        invitationCode: row.invitationCode,
        verification: row.verification,
        merchant: row.merchant,
        hasLoginPassword: row.passwordHash !== null,
        hasTransactionPassword: row.transactionPasswordHash !== null,
        practice: row.practice,
        createdAt: row.createdAt,
        sessions: list,
      };
    },

    async names(userId) {
      const { nickname, avatar } = await userRow(database, userId);
      return { nickname, avatar };
    },

    async setNickname(userId, typed) {
      const nickname = checkedNickname(typed);
      try {
        await database.transaction((tx) => takeNickname(tx, userId, nickname, clock()));
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('nicknameTaken');
        throw error;
      }
      return nickname;
    },

    async setAvatar(userId, file) {
      await database.transaction(async (tx) => {
        const [user] = await tx.drizzle
          .select({ avatar: users.avatar })
          .from(users)
          .where(eq(users.id, userId))
          .for('no key update');
        if (user === undefined) throw new Error('a session without its user');
        // The current picture is already in use.
        if (user.avatar === file) return;
        if (file !== null) await files.use(tx, userId, 'avatar', [file], 'picture of the account');
        await tx.drizzle.update(users).set({ avatar: file }).where(eq(users.id, userId));
        if (user.avatar !== null) await files.release(tx, userId, [user.avatar]);
      });
    },
  };
}
