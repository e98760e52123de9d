import type { Database } from '#server/core/store/database.ts';

/**
 * The initial content of the chat: the community, and one open group with a welcome message of the house. Idempotent.
 */
export async function createHouseGroups(database: Database, nowMs: number): Promise<void> {
  await database.transaction(async ({ client }) => {
    await client.query('INSERT INTO chat_community (id) VALUES (1) ON CONFLICT DO NOTHING');
    await client.query(
      `WITH made AS (
         INSERT INTO chat_groups (key, name, kind, last_number, created_at)
         SELECT 'lounge', 'Lounge', 'open', 1, $1::bigint
          -- Asked first, since a number that met a conflict is lost.
          WHERE NOT EXISTS (SELECT 1 FROM chat_groups WHERE key = 'lounge')
         ON CONFLICT (key) DO NOTHING RETURNING id)
       INSERT INTO chat_messages (group_id, number, house, text, at) SELECT id, 1, 'welcome', '', $1 FROM made`,
      [nowMs],
    );
  });
}
