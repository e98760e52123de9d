import type { Pool } from 'pg';
import type { OwnerId } from '../../../protocol/core/brand.ts';
import { costAsset, type CoinCost } from './rules.ts';
import { type CostState, interleavedMax, journalsAfter, type JournalsRead } from './store.ts';

/** Entries counted per request; a user with more is informed that counting goes on. */
const entriesMax = 5_000;

/** Journals, and the costs before the first of them. */
export interface JournalsOn extends JournalsRead {
  readonly start: CostState;
}

/**
 * Reads on from what is stored of a user's costs. Where entries in between were archived, it goes on behind those: what was held
 * then is known from their sums, and what it had cost is not.
 */
export async function readOn(pool: Pool, owner: OwnerId, stored: CostState): Promise<JournalsOn> {
  let start = stored;
  let below = 0n;
  for (;;) {
    const read = await journalsAfter(pool, owner, start.through, entriesMax);
    // A statement that does not see archived entries sees how far the archives reach.
    if (read.archivedBelow <= stored.through + 1n || read.archivedBelow === below) return { ...read, start };
    below = read.archivedBelow;
    start = (await archivedCosts(pool, owner, stored.through, below)) ?? stored;
    if (start === stored) return { ...read, start };
  }
}

/**
 * What a user held behind the last archive, with costs that are not known. A journal that goes on behind its bound is counted as
 * a whole.
 *
 * @returns null where no archive has entries of the user after `through`
 */
async function archivedCosts(pool: Pool, owner: OwnerId, through: bigint, below: bigint): Promise<CostState | null> {
  const { rows } = await pool.query<{ asset: string; units: string; passed: boolean }>(
    `WITH moved AS (
       SELECT asset, amount, last_journal > $2 AS passed FROM archived_sums JOIN archives ON archives.id = archive
        WHERE owner = $1 AND upper <= $3
        UNION ALL
       SELECT asset, available + frozen + locked, false
         FROM (SELECT * FROM ledger_entries WHERE owner = $1 AND id >= $3 ORDER BY id LIMIT ${interleavedMax}) AS next
        WHERE journal_id < $3
     )
     SELECT asset, sum(amount) AS units, bool_or(passed) AS passed FROM moved GROUP BY asset`,
    [owner, through, below],
  );
  if (!rows.some(({ passed }) => passed)) return null;
  const held = rows.filter(({ asset, units }) => asset !== costAsset && BigInt(units) !== 0n);
  const costs = held.map(({ asset, units }): [string, CoinCost] => [asset, { units: BigInt(units), cost: null }]);
  return { through: below - 1n, costs: new Map(costs) };
}
