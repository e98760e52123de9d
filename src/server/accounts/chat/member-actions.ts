import type { PoolClient } from 'pg';
import { Refusal } from '../../core/failures/refusal.ts';
import { mutedUntil } from './community.ts';
import type { RunAction } from './action-log.ts';
import type { Moderation } from './moderation.ts';
import { emptyMessage } from './removal.ts';
import { isTalkClosed } from './talks/read-talks.ts';
import { writeTalkLine } from './talks/talks.ts';

/** Operator actions on users and their messages. */
export function memberActions(
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
