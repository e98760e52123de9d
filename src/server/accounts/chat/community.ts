import { randomBytes } from 'node:crypto';
import type { ChatMembership } from '#protocol/chat/entities.ts';
import type { Asks } from './read-messages.ts';

/** The state of the community; one row. */
export interface Community {
  readonly passwordHash: string | null;
  readonly passwordVersion: number;
  readonly rulesVersion: number;
  readonly rules: string | null;
  readonly closed: boolean;
}

/**
 * SQL condition of a user's admission, over `c` (the community) and `p` (the user). A socket can outlive the closing of
 * an account, so that is checked too.
 */
export const isAdmitted = `(NOT p.banned AND p.rules_accepted >= c.rules_version
  AND NOT EXISTS (SELECT 1 FROM users closed WHERE closed.id = p.user_id AND closed.disabled)
  AND (c.password_hash IS NULL OR p.password_version = c.password_version))`;

/**
 * SQL condition of reading a group, over `c`, `p` and `g` (the group), for a member of it. The conversation of an order
 * belongs to its two sides, whatever their standing in the community, until it is hidden.
 *
 * @param now SQL of the time
 */
export const mayReadGroup = (now: string) => `(CASE WHEN g.kind = 'order'
  THEN (g.hidden_at IS NULL OR g.hidden_at > ${now})
   AND NOT EXISTS (SELECT FROM users closed WHERE closed.id = p.user_id AND closed.disabled)
  ELSE ${isAdmitted} END)`;

/**
 * SQL for until when a user is muted in a group, over `p` (the user), `m` (the membership) and `g` (the group); null when
 * not muted. A mute in every group leaves out the conversations of orders.
 */
export const mutedUntil = `CASE WHEN g.kind = 'order' THEN m.muted_until ELSE greatest(p.muted_until, m.muted_until) END`;

export async function readCommunity(asks: Asks): Promise<Community> {
  const { rows } = await asks.query<Community>(
    `SELECT password_hash AS "passwordHash", password_version AS "passwordVersion", rules_version AS "rulesVersion",
            rules, closed FROM chat_community WHERE id = 1`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the community has no row');
  return found;
}

interface UserRow {
  readonly handle: string;
  readonly rulesAccepted: number;
  readonly passwordVersion: number;
  readonly banned: boolean;
}

/** What a user is called in the chat from the first access on: random, so that it says nothing of the account. */
export const newHandle = (): string => randomBytes(8).toString('base64url');

/** A user's row, created on first access. Its handle never changes. */
export async function userOf(asks: Asks, userId: bigint): Promise<UserRow> {
  const columns = `handle, rules_accepted AS "rulesAccepted", password_version AS "passwordVersion", banned`;
  const found = await asks.query<UserRow>(`SELECT ${columns} FROM chat_people WHERE user_id = $1`, [userId]);
  if (found.rows[0] !== undefined) return found.rows[0];
  const { rows } = await asks.query<UserRow>(
    `INSERT INTO chat_people (user_id, handle) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET handle = chat_people.handle RETURNING ${columns}`,
    [userId, newHandle()],
  );
  const [made] = rows;
  if (made === undefined) throw new Error('a user of the chat was not stored');
  return made;
}

/** The user's state in the community. */
export function membershipOf(user: UserRow, community: Community): ChatMembership {
  const passwordNeeded = community.passwordHash !== null && user.passwordVersion !== community.passwordVersion;
  return {
    handle: user.handle,
    admitted: !user.banned && user.rulesAccepted >= community.rulesVersion && !passwordNeeded,
    rulesAccepted: user.rulesAccepted,
    passwordNeeded,
    banned: user.banned,
  };
}
