import { randomBytes } from 'node:crypto';
import type { ChatMembership } from '../../contract/entities/chat.ts';
import type { Asks } from './read-messages.ts';

/** How the community stands; one row. */
export interface Community {
  readonly passwordHash: string | null;
  readonly passwordVersion: number;
  readonly rulesVersion: number;
  readonly rules: string | null;
  readonly closed: boolean;
}

/**
 * Columns under which a person's admission is decided in SQL, over `c` (the community) and `p` (the person). A socket
 * outlives the closing of an account, so that is looked at too.
 */
export const isAdmitted = `(NOT p.banned AND p.rules_accepted >= c.rules_version
  AND NOT EXISTS (SELECT 1 FROM users closed WHERE closed.id = p.user_id AND closed.disabled)
  AND (c.password_hash IS NULL OR p.password_version = c.password_version))`;

/** Until when a person is silent in a group, over `p` (the person) and `m` (the membership); null for not at all. */
export const mutedUntil = 'greatest(p.muted_until, m.muted_until)';

export async function readCommunity(asks: Asks): Promise<Community> {
  const { rows } = await asks.query<Community>(
    `SELECT password_hash AS "passwordHash", password_version AS "passwordVersion", rules_version AS "rulesVersion",
            rules, closed FROM chat_community WHERE id = 1`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the community has no row');
  return found;
}

interface PersonRow {
  readonly handle: string;
  readonly rulesAccepted: number;
  readonly passwordVersion: number;
  readonly banned: boolean;
}

/** A person's row, made with the first look. Its handle is random and never changes. */
export async function personOf(asks: Asks, userId: bigint): Promise<PersonRow> {
  const columns = `handle, rules_accepted AS "rulesAccepted", password_version AS "passwordVersion", banned`;
  const found = await asks.query<PersonRow>(`SELECT ${columns} FROM chat_people WHERE user_id = $1`, [userId]);
  if (found.rows[0] !== undefined) return found.rows[0];
  const { rows } = await asks.query<PersonRow>(
    `INSERT INTO chat_people (user_id, handle) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET handle = chat_people.handle RETURNING ${columns}`,
    [userId, randomBytes(8).toString('base64url')],
  );
  const [made] = rows;
  if (made === undefined) throw new Error('a person of the chat was not kept');
  return made;
}

/** How a person stands to the community now. */
export function membershipOf(person: PersonRow, community: Community): ChatMembership {
  const passwordNeeded = community.passwordHash !== null && person.passwordVersion !== community.passwordVersion;
  return {
    handle: person.handle,
    admitted: !person.banned && person.rulesAccepted >= community.rulesVersion && !passwordNeeded,
    rulesAccepted: person.rulesAccepted,
    passwordNeeded,
    banned: person.banned,
  };
}
