import type { ClientBase, Pool } from 'pg';

/**
 * Rows that one page of a filtered list looks at. A filter that matches nothing in so many rows answers a page with
 * fewer rows than asked for and a cursor that goes on behind them: one call costs the same however much is stored,
 * and the hot tables need no index for each filter.
 */
export const scannedRowsMax = 5_000;

/**
 * Where a page that is not full goes on: the id of the last row that was looked at, or null when all were.
 *
 * @param rows the text `FROM … WHERE …` of everything the page looks at, whose ids are read downwards
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
