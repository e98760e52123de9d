import type { Queryable } from '#server/core/store/database.ts';

/** Whether any user holds a position in one of the contracts. */
export async function isAnyHeld(client: Queryable, contracts: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM contract_positions WHERE contract = ANY($1) AND lots > 0) AS held',
    [contracts],
  );
  return rows[0]?.held ?? false;
}
