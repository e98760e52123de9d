import type { ChatGroup, ChatGroupHead, ChatMembership, ChatUser } from '#protocol/chat/entities.ts';
import { chatGroupsMax, chatUnreadMax } from '#protocol/core/limits.ts';
import { nicknameKey } from '../account/nicknames/nicknames.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { mayReadGroup, membershipOf, mutedUntil, userOf, readCommunity } from './community.ts';
import type { MemberCounts } from './member-counts.ts';
import { type Asks, lastMessages } from './read-messages.ts';
import { toUser } from './message-row.ts';
import { lastNameKey } from './tables.ts';

interface GroupRow {
  id: string;
  key: 'lounge' | null;
  name: string;
  kind: ChatGroup['kind'];
  last_number: string;
  joined: boolean;
  read_through: string | null;
  mentioned_at: string | null;
  muted_until: string | null;
  unread: number;
}

/** Whether a user may read a group now: a member that was not removed, and what `mayReadGroup` asks. */
export async function mayRead(asks: Asks, userId: bigint, group: bigint, nowMs: number): Promise<boolean> {
  const { rowCount } = await asks.query(
    `SELECT 1 FROM chat_community c, chat_people p, chat_members m JOIN chat_groups g ON g.id = m.group_id
      WHERE c.id = 1 AND p.user_id = $1 AND m.user_id = $1 AND m.group_id = $2 AND NOT m.removed
        AND ${mayReadGroup('$3::bigint')}`,
    [userId, group, nowMs],
  );
  return rowCount === 1;
}

/** Adds a user to every open group created since; earlier messages do not count as unread. */
export async function joinOpenGroups(asks: Asks, userId: bigint, nowMs: number): Promise<void> {
  await asks.query(
    `INSERT INTO chat_members (group_id, user_id, joined_at, read_through)
     SELECT id, $1, $2, last_number FROM chat_groups WHERE kind = 'open' ON CONFLICT DO NOTHING`,
    [userId, nowMs],
  );
}

/** Adds a user to one group, unless the operator removed the user from it. Nobody joins the conversation of an order. */
export async function joinGroup(asks: Asks, userId: bigint, group: bigint, nowMs: number): Promise<void> {
  await asks.query(
    `INSERT INTO chat_members (group_id, user_id, joined_at, read_through)
     SELECT id, $2, $3, last_number FROM chat_groups WHERE id = $1 AND kind <> 'order' ON CONFLICT DO NOTHING`,
    [group, userId, nowMs],
  );
}

/**
 * The groups a user has joined or may join, or one of them; without members-only groups of others. Conversations of
 * orders are not listed: one is found by its id.
 */
export async function groupsOf(
  asks: Asks,
  counts: MemberCounts,
  userId: bigint,
  only: bigint | null = null,
): Promise<ChatGroup[]> {
  const { rows } = await asks.query<GroupRow>(
    `SELECT g.id, g.key, g.name, g.kind, g.last_number, m.user_id IS NOT NULL AS joined, m.read_through, m.mentioned_at,
            ${mutedUntil} AS muted_until,
            CASE WHEN m.user_id IS NULL THEN 0 ELSE (
              SELECT count(*)::int FROM (
                SELECT 1 FROM chat_messages n
                 WHERE n.group_id = g.id AND n.number > m.read_through AND n.removed_by IS NULL
                   AND n.author IS NOT NULL AND n.author <> $1 LIMIT ${chatUnreadMax + 1}) AS counted) END AS unread
       FROM chat_groups g LEFT JOIN chat_members m ON m.group_id = g.id AND m.user_id = $1
       LEFT JOIN chat_people p ON p.user_id = $1
      WHERE (g.kind NOT IN ('members', 'order') OR m.user_id IS NOT NULL) AND m.removed IS NOT TRUE
        AND ${only === null ? `g.kind <> 'order' AND $2::bigint IS NULL` : 'g.id = $2'}
      ORDER BY (m.user_id IS NULL), g.id LIMIT ${chatGroupsMax}`,
    [userId, only],
  );
  const members = await counts();
  const last = await lastMessages(
    asks,
    rows.filter((row) => row.joined).map((row) => BigInt(row.id)),
  );
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    kind: row.kind,
    // The first member of an empty group counts.
    members: Math.max(members.get(row.id) ?? 0, row.joined ? 1 : 0),
    joined: row.joined,
    last: last.get(row.id) ?? null,
    unread: row.unread,
    mentioned: Number(row.mentioned_at ?? 0) > Number(row.read_through ?? 0),
    readThrough: Number(row.read_through ?? 0),
    mutedUntil: row.muted_until === null ? null : Number(row.muted_until),
  }));
}

/** Publicly listed groups. */
export async function publicGroups(asks: Asks, counts: MemberCounts): Promise<ChatGroupHead[]> {
  const { rows } = await asks.query<Omit<ChatGroupHead, 'members'>>(
    `SELECT id, key, name, kind FROM chat_groups WHERE kind IN ('open', 'password') ORDER BY id LIMIT ${chatGroupsMax}`,
  );
  const members = await counts();
  return rows.map((row) => ({ ...row, members: members.get(row.id) ?? 0 }));
}

/** Most members skipped per page: banned and disabled ones still belong to the group. */
const passedOverMax = 200;

/** A page of members, and the handle after which the next one starts; null after the last page. */
export interface MembersPage {
  readonly members: ChatUser[];
  readonly next: string | null;
}

/**
 * Members of a group by nickname, then those without one. Reads slightly more than it returns, however many there are;
 * a page that skips many ends early, with a cursor to continue.
 *
 * @param name case-insensitive prefix of the nickname
 * @param after handle of the last member of the previous page; null for the first page
 * @throws Refusal `operationFailed` when no member has that handle
 */
export async function membersOf(
  asks: Asks,
  group: bigint,
  name: string,
  after: string | null,
  size: number,
): Promise<MembersPage> {
  const prefix = nicknameKey(name);
  const end = prefix === '' ? lastNameKey + lastNameKey : prefix + lastNameKey;
  const begin = after === null ? { key: prefix, userId: '0' } : await placeOfMember(asks, group, after);
  const scanned = size + passedOverMax;
  // Each user is looked up by id: another join would scan all users.
  const { rows } = await asks.query<{
    handle: string;
    nickname: string | null;
    avatar: string | null;
    user_id: string;
    shown: boolean;
  }>(
    `SELECT p.handle, u.nickname, u.avatar, m.user_id, u.id IS NOT NULL AND NOT p.banned AND NOT u.disabled AS shown
       FROM (SELECT user_id, name_key FROM chat_members
              WHERE group_id = $1 AND NOT removed AND name_key COLLATE "C" >= $2 AND name_key COLLATE "C" < $3
                AND (name_key COLLATE "C", user_id) > ($4, $5::bigint)
              ORDER BY name_key COLLATE "C", user_id LIMIT ${scanned}) m
       JOIN LATERAL (SELECT * FROM chat_people WHERE user_id = m.user_id OFFSET 0) p ON true
       LEFT JOIN LATERAL (SELECT * FROM users WHERE id = m.user_id OFFSET 0) u ON true
      ORDER BY m.name_key COLLATE "C", m.user_id`,
    [group, prefix, end, begin.key, begin.userId],
  );
  const members: ChatUser[] = [];
  let looked = 0;
  for (const { shown, ...user } of rows) {
    if (members.length === size) break;
    looked += 1;
    const shownUser = shown ? toUser(user) : null;
    if (shownUser !== null) members.push(shownUser);
  }
  const isMore = looked < rows.length || rows.length === scanned;
  return { members, next: isMore ? (rows[looked - 1]?.handle ?? null) : null };
}

async function placeOfMember(asks: Asks, group: bigint, handle: string): Promise<{ key: string; userId: string }> {
  const { rows } = await asks.query<{ key: string; user_id: string }>(
    `SELECT m.name_key AS key, m.user_id FROM chat_people p JOIN chat_members m ON m.user_id = p.user_id
      WHERE p.handle = $1 AND m.group_id = $2`,
    [handle, group],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('operationFailed');
  return { key: found.key, userId: found.user_id };
}

/** The user's and the community's state, for every chat answer. */
export async function standingOf(asks: Asks, userId: bigint): Promise<ChatMembership> {
  const [user, community] = [await userOf(asks, userId), await readCommunity(asks)];
  return membershipOf(user, community);
}
