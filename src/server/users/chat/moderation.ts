import { chatGroupsMax } from '../../../protocol/limits.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import { mutedUntil } from './community.ts';
import { emptyMessage } from './removal.ts';
import type { chatLog } from './tables.ts';

/** What the operator does, and to what. */
type Deed = Pick<typeof chatLog.$inferInsert, 'what'> &
  Partial<Pick<typeof chatLog.$inferInsert, 'group' | 'number' | 'user' | 'words'>>;

/** Kept by every deed until its commit, so that the log is in the order in which deeds take effect. */
const logLock = 7_243_101;

/** The operator's side of the chat. Each deed is done and written down in one transaction; the exchange follows the log. */
export interface Moderation {
  /** Makes a group. `members` groups are seen by whom the operator adds. Returns its id. */
  make(name: string, kind: 'open' | 'password' | 'members', password: string | null): Promise<bigint>;
  /** Sets the password of the community (group null) or of a group; null takes that of the community away. */
  password(group: bigint | null, password: string | null): Promise<void>;
  /** The operator's own rules; everybody accepts them again. Null leaves those of the app alone. */
  rules(text: string | null): Promise<number>;
  /** Puts a user into a group, or shows the user out of it for good. */
  member(group: bigint, user: bigint, isIn: boolean): Promise<void>;
  /**
   * Silences a user in one group, or in every group there is and will be (null). Ended in all, it is ended in each;
   * ended in one group, what holds in all of them stays.
   *
   * @param until epoch milliseconds; null ends it
   * @returns until when the user is silent there now; null when not at all
   */
  mute(user: bigint, group: bigint | null, until: number | null, words: string): Promise<number | null>;
  remove(group: bigint, number: number, words: string): Promise<void>;
  ban(user: bigint, isBanned: boolean, words: string): Promise<void>;
  close(isClosed: boolean): Promise<void>;
}

/**
 * @param who the operator's name, for the log
 * @throws Refusal `notFound` from every deed about what is not there, `alreadyProcessed` when nothing would change
 */
export function createModeration(database: Database, clock: () => number, who: string): Moderation {
  async function deed<Result>(work: (tx: Transaction) => Promise<{ deed: Deed; result: Result }>): Promise<Result> {
    return database.transaction(async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [logLock]);
      const { deed: done, result } = await work(tx);
      await tx.client.query(
        `INSERT INTO chat_log (at, who, what, group_id, number, person, words) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [clock(), who, done.what, done.group ?? null, done.number ?? null, done.user ?? null, done.words ?? ''],
      );
      return result;
    });
  }

  return {
    async make(name, kind, password) {
      const hash = password === null ? null : await hashPassword(password);
      return deed(async ({ client }) => {
        const { rows: counted } = await client.query<{ groups: string }>('SELECT count(*) AS groups FROM chat_groups');
        if (Number(counted[0]?.groups) >= chatGroupsMax) throw new Refusal('operationFailed');
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO chat_groups (name, kind, password_hash, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
          [name, kind, hash, clock()],
        );
        const id = BigInt(rows[0]?.id ?? 0);
        return { deed: { what: 'make', group: id, words: `${kind} ${name}` }, result: id };
      });
    },

    async password(group, password) {
      const hash = password === null ? null : await hashPassword(password);
      await deed(async ({ client }) => {
        const { rowCount } =
          group === null
            ? await client.query(
                'UPDATE chat_community SET password_hash = $1, password_version = password_version + 1',
                [hash],
              )
            : await client.query(`UPDATE chat_groups SET password_hash = $2 WHERE id = $1 AND kind = 'password'`, [
                group,
                hash,
              ]);
        if (rowCount === 0) throw new Refusal('notFound');
        return { deed: { what: 'password', group, words: hash === null ? 'taken away' : 'set' }, result: undefined };
      });
    },

    rules: (text) =>
      deed(async ({ client }) => {
        const { rows } = await client.query<{ version: number }>(
          'UPDATE chat_community SET rules = $1, rules_version = rules_version + 1 RETURNING rules_version AS version',
          [text],
        );
        return { deed: { what: 'rules', words: text ?? '' }, result: rows[0]?.version ?? 0 };
      }),

    member: (group, user, isIn) =>
      deed(async ({ client }) => {
        const { rowCount } = await client.query(
          `INSERT INTO chat_members (group_id, user_id, joined_at, read_through, removed)
           SELECT g.id, u.id, $3, g.last_number, $4 FROM chat_groups g, users u WHERE g.id = $1 AND u.id = $2
           ON CONFLICT (group_id, user_id) DO UPDATE SET removed = excluded.removed`,
          [group, user, clock(), !isIn],
        );
        if (rowCount === 0) throw new Refusal('notFound');
        return { deed: { what: isIn ? 'add' : 'drop', group, user }, result: undefined };
      }),

    mute: (user, group, until, words) =>
      deed(async ({ client }) => {
        const { rows } =
          group === null
            ? await client.query<{ until: string | null }>(
                'UPDATE chat_people SET muted_until = $2 WHERE user_id = $1 RETURNING muted_until AS until',
                [user, until],
              )
            : await client.query<{ until: string | null }>(
                `UPDATE chat_members m SET muted_until = $3 FROM chat_people p
                  WHERE m.group_id = $2 AND m.user_id = $1 AND p.user_id = $1 RETURNING ${mutedUntil} AS until`,
                [user, group, until],
              );
        const [now] = rows;
        if (now === undefined) throw new Refusal('notFound');
        if (group === null && until === null) {
          await client.query('UPDATE chat_members SET muted_until = NULL WHERE user_id = $1', [user]);
        }
        return {
          deed: { what: until === null ? 'unmute' : 'mute', group, user, words },
          result: now.until === null ? null : Number(now.until),
        };
      }),

    remove: (group, number, words) =>
      deed(async (tx) => {
        if (!(await emptyMessage(tx, group, number, null, clock()))) throw new Refusal('notFound');
        return { deed: { what: 'remove', group, number, words }, result: undefined };
      }),

    ban: (user, isBanned, words) =>
      deed(async ({ client }) => {
        const { rowCount } = await client.query(
          'UPDATE chat_people SET banned = $2 WHERE user_id = $1 AND banned <> $2',
          [user, isBanned],
        );
        if (rowCount === 0) throw new Refusal('notFound');
        return { deed: { what: isBanned ? 'ban' : 'unban', user, words }, result: undefined };
      }),

    close: (isClosed) =>
      deed(async ({ client }) => {
        const { rowCount } = await client.query('UPDATE chat_community SET closed = $1 WHERE closed <> $1', [isClosed]);
        if (rowCount === 0) throw new Refusal('alreadyProcessed');
        return { deed: { what: isClosed ? 'close' : 'open' }, result: undefined };
      }),
  };
}
