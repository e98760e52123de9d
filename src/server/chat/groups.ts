import type { ChatGroup, ChatGroupHead, ChatMembership, ChatPerson } from '../../contract/entities/chat.ts';
import { chatGroupsMax, chatUnreadMax } from '../../contract/limits.ts';
import { isAdmitted, membershipOf, mutedUntil, personOf, readCommunity } from './community.ts';
import type { MemberCounts } from './member-counts.ts';
import { type Asks, lastMessages, toPerson } from './read-messages.ts';

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

/** Whether a person may read a group now: admitted to the community, a member, and not shown out. */
export async function mayRead(asks: Asks, userId: bigint, group: bigint): Promise<boolean> {
  const { rowCount } = await asks.query(
    `SELECT 1 FROM chat_community c, chat_people p, chat_members m
      WHERE c.id = 1 AND p.user_id = $1 AND ${isAdmitted}
        AND m.user_id = $1 AND m.group_id = $2 AND NOT m.removed`,
    [userId, group],
  );
  return rowCount === 1;
}

/** Makes a person a member of every open group that came since; what was written before is not unread. */
export async function joinOpenGroups(asks: Asks, userId: bigint, nowMs: number): Promise<void> {
  await asks.query(
    `INSERT INTO chat_members (group_id, user_id, joined_at, read_through)
     SELECT id, $1, $2, last_number FROM chat_groups WHERE kind = 'open' ON CONFLICT DO NOTHING`,
    [userId, nowMs],
  );
}

/** Makes a person a member of one group, unless the operator showed the person out of it. */
export async function joinGroup(asks: Asks, userId: bigint, group: bigint, nowMs: number): Promise<void> {
  await asks.query(
    `INSERT INTO chat_members (group_id, user_id, joined_at, read_through)
     SELECT id, $2, $3, last_number FROM chat_groups WHERE id = $1 ON CONFLICT DO NOTHING`,
    [group, userId, nowMs],
  );
}

/** The groups a person has or may join, or one of them; nothing of those the operator shows only to members. */
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
      WHERE (g.kind <> 'members' OR m.user_id IS NOT NULL) AND m.removed IS NOT TRUE
        AND ($2::bigint IS NULL OR g.id = $2)
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
    // Who just joined an empty group is not nobody.
    members: Math.max(members.get(row.id) ?? 0, row.joined ? 1 : 0),
    joined: row.joined,
    last: last.get(row.id) ?? null,
    unread: row.unread,
    mentioned: Number(row.mentioned_at ?? 0) > Number(row.read_through ?? 0),
    readThrough: Number(row.read_through ?? 0),
    mutedUntil: row.muted_until === null ? null : Number(row.muted_until),
  }));
}

/** Groups that anybody may know of. */
export async function publicGroups(asks: Asks, counts: MemberCounts): Promise<ChatGroupHead[]> {
  const { rows } = await asks.query<Omit<ChatGroupHead, 'members'>>(
    `SELECT id, key, name, kind FROM chat_groups WHERE kind <> 'members' ORDER BY id LIMIT ${chatGroupsMax}`,
  );
  const members = await counts();
  return rows.map((row) => ({ ...row, members: members.get(row.id) ?? 0 }));
}

/**
 * Members of a group by nickname, then those without one.
 *
 * @param name what the nickname begins with, whatever its case
 * @param behind how many to leave out: those of the pages before
 */
export async function membersOf(
  asks: Asks,
  group: bigint,
  name: string,
  behind: number,
  size: number,
): Promise<ChatPerson[]> {
  const { rows } = await asks.query<{
    handle: string;
    nickname: string | null;
    avatar: string | null;
    user_id: string;
  }>(
    `SELECT p.handle, u.nickname, u.avatar, u.id AS user_id
       FROM chat_members m JOIN chat_people p ON p.user_id = m.user_id JOIN users u ON u.id = m.user_id
      WHERE m.group_id = $1 AND NOT m.removed AND NOT p.banned AND NOT u.disabled
        AND ($2 = '' OR starts_with(lower(u.nickname), lower($2)))
      ORDER BY u.nickname NULLS LAST, u.id OFFSET $3 LIMIT $4`,
    [group, name, behind, size],
  );
  return rows.flatMap((row) => toPerson(row) ?? []);
}

/** A person and the community as they stand, for every answer about the chat. */
export async function standingOf(asks: Asks, userId: bigint): Promise<ChatMembership> {
  const [person, community] = [await personOf(asks, userId), await readCommunity(asks)];
  return membershipOf(person, community);
}
