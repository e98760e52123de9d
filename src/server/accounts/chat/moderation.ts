import type { PoolClient } from 'pg';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { chatGroupsMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { hashPassword } from '../account/passwords/password-hash.ts';
import { mutedUntil } from './community.ts';
import { emptyMessage } from './removal.ts';
import { isTalkClosed } from './talks/read-talks.ts';
import { writeTalkLine } from './talks/talks.ts';
import type { chatLog } from './tables.ts';

/** An operator action and its target. */
type Action = Pick<typeof chatLog.$inferInsert, 'what'> &
  Partial<Pick<typeof chatLog.$inferInsert, 'group' | 'number' | 'user' | 'words'>>;

/** Held by every action until its commit, so that the log is in the order in which actions take effect. */
const logLock = 7_243_101;

/** Runs an operator action and logs it, in one transaction. @returns the result of the work */
type RunAction = <Result>(work: (tx: Transaction) => Promise<{ action: Action; result: Result }>) => Promise<Result>;

/** @param who the operator's name, for the log */
function actionLog(database: Database, clock: () => number, who: string): RunAction {
  return async (work) =>
    database.transaction(async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [logLock]);
      const { action: done, result } = await work(tx);
      await tx.client.query(
        `INSERT INTO chat_log (at, who, what, group_id, number, person, words) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [clock(), who, done.what, done.group ?? null, done.number ?? null, done.user ?? null, done.words ?? ''],
      );
      return result;
    });
}

/** Operator actions on the community and its groups. */
function groupActions(run: RunAction, clock: () => number): Pick<Moderation, 'make' | 'password' | 'rules' | 'close'> {
  return {
    async make(name, kind, password) {
      const hash = password === null ? null : await hashPassword(password);
      return run(async ({ client }) => {
        const { rows: counted } = await client.query<{ groups: string }>(
          `SELECT count(*) AS groups FROM chat_groups WHERE kind <> 'order'`,
        );
        if (Number(counted[0]?.groups) >= chatGroupsMax) throw new Refusal('operationFailed');
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO chat_groups (name, kind, password_hash, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
          [name, kind, hash, clock()],
        );
        const id = BigInt(rows[0]?.id ?? 0);
        return { action: { what: 'make', group: id, words: `${kind} ${name}` }, result: id };
      });
    },

    async password(group, password) {
      const hash = password === null ? null : await hashPassword(password);
      await run(async ({ client }) => {
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
        return { action: { what: 'password', group, words: hash === null ? 'taken away' : 'set' }, result: undefined };
      });
    },

    rules: (text) =>
      run(async ({ client }) => {
        const { rows } = await client.query<{ version: number }>(
          'UPDATE chat_community SET rules = $1, rules_version = rules_version + 1 RETURNING rules_version AS version',
          [text],
        );
        return { action: { what: 'rules', words: text ?? '' }, result: rows[0]?.version ?? 0 };
      }),

    close: (isClosed) =>
      run(async ({ client }) => {
        const { rowCount } = await client.query('UPDATE chat_community SET closed = $1 WHERE closed <> $1', [isClosed]);
        if (rowCount === 0) throw new Refusal('alreadyProcessed');
        return { action: { what: isClosed ? 'close' : 'open' }, result: undefined };
      }),
  };
}

/** Operator actions on users and their messages. */
function memberActions(
  run: RunAction,
  clock: () => number,
): Pick<Moderation, 'member' | 'mute' | 'remove' | 'ban' | 'sayToOrder'> {
  return {
    member: (group, user, isIn) =>
      run(async ({ client }) => {
        const { rowCount } = await client.query(
          `INSERT INTO chat_members (group_id, user_id, joined_at, read_through, removed)
           SELECT g.id, u.id, $3, g.last_number, $4 FROM chat_groups g, users u
            WHERE g.id = $1 AND u.id = $2 AND g.kind <> 'order'
           ON CONFLICT (group_id, user_id) DO UPDATE SET removed = excluded.removed`,
          [group, user, clock(), !isIn],
        );
        if (rowCount === 0) throw new Refusal('notFound');
        return { action: { what: isIn ? 'add' : 'drop', group, user }, result: undefined };
      }),

    mute: (user, group, until, words) =>
      run(async ({ client }) => {
        const now = await (group === null
          ? muteEverywhere(client, user, until)
          : muteInGroup(client, user, group, until));
        if (now === undefined) throw new Refusal('notFound');
        if (group === null && until === null) {
          await client.query('UPDATE chat_members SET muted_until = NULL WHERE user_id = $1', [user]);
        }
        return {
          action: { what: until === null ? 'unmute' : 'mute', group, user, words },
          result: now.until === null ? null : Number(now.until),
        };
      }),

    remove: (group, number, words) =>
      run(async (tx) => {
        if (!(await emptyMessage(tx, group, number, null, clock()))) throw new Refusal('notFound');
        return { action: { what: 'remove', group, number, words }, result: undefined };
      }),

    async sayToOrder(order, text) {
      const said = run(async (tx) => {
        const place = await writeTalkLine(tx, order, { text }, clock());
        if (place === null || (await isTalkClosed(tx.client, order))) throw new Refusal('notFound');
        return { action: { what: 'say', ...place, words: text }, result: true };
      });
      return said.catch((error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      });
    },

    ban: (user, isBanned, words) =>
      run(async ({ client }) => {
        const { rowCount } = await client.query(
          'UPDATE chat_people SET banned = $2 WHERE user_id = $1 AND banned <> $2',
          [user, isBanned],
        );
        if (rowCount === 0) throw new Refusal('notFound');
        return { action: { what: isBanned ? 'ban' : 'unban', user, words }, result: undefined };
      }),
  };
}

/** Until when somebody is muted in effect; null: not. */
interface Muted {
  readonly until: string | null;
}

async function muteEverywhere(client: PoolClient, user: bigint, until: number | null): Promise<Muted | undefined> {
  const { rows } = await client.query<Muted>(
    'UPDATE chat_people SET muted_until = $2 WHERE user_id = $1 RETURNING muted_until AS until',
    [user, until],
  );
  return rows[0];
}

async function muteInGroup(
  client: PoolClient,
  user: bigint,
  group: bigint,
  until: number | null,
): Promise<Muted | undefined> {
  const { rows } = await client.query<Muted>(
    `UPDATE chat_members m SET muted_until = $3 FROM chat_people p, chat_groups g
      WHERE g.id = $2 AND m.group_id = $2 AND m.user_id = $1 AND p.user_id = $1 RETURNING ${mutedUntil} AS until`,
    [user, group, until],
  );
  return rows[0];
}

/** Moderation of the chat. Each action and its log entry are one transaction; the exchange follows the log. */
export interface Moderation {
  /** Creates a group. `members` groups are visible only to users the operator adds. Returns its id. */
  make(name: string, kind: 'open' | 'password' | 'members', password: string | null): Promise<bigint>;
  /** Sets the password of the community (group null) or of a group; null removes that of the community. */
  password(group: bigint | null, password: string | null): Promise<void>;
  /** Sets the operator's own rules, which all users must accept again. Null restores the app's rules alone. */
  rules(text: string | null): Promise<number>;
  /** Adds a user to a group, or removes the user permanently. */
  member(group: bigint, user: bigint, isIn: boolean): Promise<void>;
  /**
   * Mutes a user in one group, or in all current and future groups (null). Unmuting in all groups also unmutes in each;
   * unmuting in one group leaves a global mute in place.
   *
   * @param until epoch milliseconds; null unmutes
   * @returns until when the user is now muted there; null when not muted
   */
  mute(user: bigint, group: bigint | null, until: number | null, words: string): Promise<number | null>;
  /** Says something to both sides of an order in its conversation. False for an order without one, or that has ended. */
  sayToOrder(order: bigint, text: string): Promise<boolean>;
  remove(group: bigint, number: number, words: string): Promise<void>;
  ban(user: bigint, isBanned: boolean, words: string): Promise<void>;
  close(isClosed: boolean): Promise<void>;
}

/**
 * @param who the operator's name, for the log
 * @throws Refusal `notFound` for a missing target, `alreadyProcessed` when nothing would change
 */
export function createModeration(database: Database, clock: () => number, who: string): Moderation {
  const run = actionLog(database, clock, who);
  return { ...groupActions(run, clock), ...memberActions(run, clock) };
}
