import type { Transaction } from '#server/core/store/database.ts';

/**
 * Empties a message: a tombstone with its number, author and time stays, its picture is deleted.
 *
 * @param author required author; null for the operator
 * @returns false when there is none, or it was removed before
 */
export async function emptyMessage(
  { client }: Transaction,
  group: bigint,
  number: number,
  author: bigint | null,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await client.query<{ image: string | null }>(
    `SELECT image FROM chat_messages
      WHERE group_id = $1 AND number = $2 AND ($3::bigint IS NULL OR author = $3) AND removed_by IS NULL FOR UPDATE`,
    [group, number, author],
  );
  const [found] = rows;
  if (found === undefined) return false;
  await client.query(
    `UPDATE chat_messages SET text = '', house = NULL, image = NULL, image_width = NULL, image_height = NULL,
            mentions = '[]', removed_by = $3, removed_at = $4 WHERE group_id = $1 AND number = $2`,
    [group, number, author === null ? 'operator' : 'author', nowMs],
  );
  if (found.image !== null) await client.query('DELETE FROM files WHERE id = $1', [found.image]);
  return true;
}

/**
 * Deletes the oldest messages beyond a group's limit, with their pictures and reports. Conversations of orders are
 * evidence, and stay. Returns the number deleted.
 */
export async function pruneMessages(tx: Transaction, kept: number): Promise<number> {
  const { rows } = await tx.client.query<{ image: string | null }>(
    `DELETE FROM chat_messages m USING chat_groups g
      WHERE g.id = m.group_id AND g.kind <> 'order' AND m.number <= g.last_number - $1 RETURNING m.image`,
    [kept],
  );
  const images = rows.flatMap(({ image }) => image ?? []);
  if (images.length > 0) await tx.client.query('DELETE FROM files WHERE id = ANY($1)', [images]);
  await tx.client.query(
    `DELETE FROM chat_reports r USING chat_groups g WHERE g.id = r.group_id AND g.kind <> 'order' AND r.number <= g.last_number - $1`,
    [kept],
  );
  return rows.length;
}
