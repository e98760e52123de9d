import type { ClientBase, Pool } from 'pg';

/**
 * Rows scanned for one page of a filtered list. A filter that matches too few of them returns a short page and a cursor
 * that continues after them: a call costs the same however much is stored, and hot tables need no index per filter.
 */
export const scannedRowsMax = 5_000;

/**
 * Where a page that is not full continues: the id of the last scanned row, or null when all were scanned.
 *
 * @param rows the text `FROM … WHERE …` of everything the page scans, in descending id order
 */
export async function scanEnd(
  client: ClientBase | Pool,
  rows: string,
  values: readonly unknown[],
): Promise<string | null> {
  const { rows: found } = await client.query<{ id: string }>(
    `SELECT id FROM (SELECT id ${rows} ORDER BY id DESC LIMIT ${scannedRowsMax}) AS scanned OFFSET ${scannedRowsMax - 1}`,
    [...values],
  );
  return found[0]?.id ?? null;
}
