import type { Database } from '#server/core/store/database.ts';
import type { Chat } from './chat.ts';

interface Line {
  id: string;
  what: string;
  group_id: string | null;
  number: string | null;
  user: string | null;
}

/** Lines read per poll. */
const takenAtOnce = 200;
/** A line may become durable after one with a higher id, so this many below the newest are read again. */
const lookedBack = 100n;

/**
 * Applies operator actions since the last poll, so that they take effect for all within one interval. Earlier actions
 * need no publishing: no client was connected.
 */
export async function followLog(
  database: Database,
  chat: Pick<Chat, 'messageChanged' | 'messageCame' | 'accessChanged'>,
) {
  const { rows: newest } = await database.pool.query<{ id: string | null }>('SELECT max(id) AS id FROM chat_log');
  const begun = BigInt(newest[0]?.id ?? 0);
  let seen = begun;
  /** Applied lines that may be read again. */
  let taken = new Set<bigint>();
  return async function look(): Promise<void> {
    const from = seen - lookedBack > begun ? seen - lookedBack : begun;
    const { rows } = await database.pool.query<Line>(
      `SELECT id, what, group_id, number, person AS "user" FROM chat_log
        WHERE id > $1 AND NOT id = ANY ($2::bigint[]) ORDER BY id LIMIT $3`,
      [from, [...taken], takenAtOnce],
    );
    for (const line of rows) {
      await takeUp(chat, line);
      const id = BigInt(line.id);
      if (id > seen) seen = id;
      taken.add(id);
    }
    if (rows.length > 0) taken = new Set([...taken].filter((id) => id > seen - lookedBack));
  };
}

async function takeUp(chat: Pick<Chat, 'messageChanged' | 'messageCame' | 'accessChanged'>, line: Line): Promise<void> {
  const group = line.group_id === null ? null : BigInt(line.group_id);
  const user = line.user === null ? null : BigInt(line.user);
  switch (line.what) {
    case 'remove':
      if (group !== null && line.number !== null) await chat.messageChanged(group, Number(line.number));
      break;
    case 'say':
      if (group !== null && line.number !== null) await chat.messageCame(group, Number(line.number));
      break;
    case 'ban':
    case 'unban':
    case 'add':
    case 'drop':
      chat.accessChanged(user, group);
      break;
    case 'rules':
    case 'password':
      if (group === null) chat.accessChanged(null, null);
      break;
  }
}
