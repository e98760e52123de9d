import type { Pool } from 'pg';
import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import type { CoinCost, Costs, JournalChange } from './rules.ts';
import type { StoredCost } from './tables.ts';

/** Costs up to a journal. */
export interface CostState {
  readonly through: bigint;
  readonly costs: Costs;
}

/**
 * How many entries of one owner may stand between those of one journal: only movements of the owner's other balances
 * that commit at the same moment come between.
 */
export const interleavedMax = 256;

/** What is stored of a user's costs; nothing counted yet for a user without a row. */
export async function readCosts(pool: Pool, owner: OwnerId): Promise<CostState> {
  const { rows } = await pool.query<{ through: string; coins: Record<string, StoredCost> }>(
    'SELECT through, coins FROM cost_basis WHERE owner = $1',
    [owner],
  );
  const row = rows[0];
  if (row === undefined) return { through: 0n, costs: new Map() };
  const costs = Object.entries(row.coins).map(([asset, { units, cost }]): [string, CoinCost] => [
    asset,
    { units: BigInt(units), cost: cost === null ? null : BigInt(cost) },
  ]);
  return { through: BigInt(row.through), costs: new Map(costs) };
}

/** Stores costs, unless another request has stored any since `before`: the same entries lead to the same costs. */
export async function writeCosts(
  pool: Pool,
  owner: OwnerId,
  before: bigint,
  { through, costs }: CostState,
  now: Ms,
): Promise<void> {
  const coins = Object.fromEntries(
    [...costs].map(([asset, { units, cost }]) => [
      asset,
      { units: String(units), cost: cost === null ? null : String(cost) },
    ]),
  );
  await pool.query(
    `INSERT INTO cost_basis (owner, through, coins, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (owner) DO UPDATE SET through = excluded.through, coins = excluded.coins, at = excluded.at
      WHERE cost_basis.through = $5`,
    [owner, through, JSON.stringify(coins), now, before],
  );
}

interface Line {
  readonly id: string;
  readonly journal_id: string;
  readonly asset: string;
  readonly units: string;
  readonly kind: EntryKind;
  readonly at: string;
}

/** Journals of one owner, oldest first. */
export interface JournalsRead {
  readonly journals: readonly JournalChange[];
  /** There are more behind the last one. */
  readonly more: boolean;
  /** Entries below this id lie in archives; zero where none do. */
  readonly archivedBelow: bigint;
}

/**
 * An owner's journals after one of them, whole and in the order of their ids, which is that of each balance.
 *
 * @param limit about how many entries are read
 */
export async function journalsAfter(pool: Pool, owner: OwnerId, after: bigint, limit: number): Promise<JournalsRead> {
  const { rows: found } = await pool.query<(Line | { readonly id: null }) & { readonly below: string }>({
    name: 'cost-journals',
    text: `SELECT archived.below, entry.*
             FROM (SELECT coalesce(max(upper), 0) AS below FROM archives
                    WHERE table_name = 'ledger_entries' AND restored_at IS NULL) AS archived
             LEFT JOIN LATERAL (
               SELECT id, journal_id, asset, available + frozen + locked AS units, kind, at
                 FROM ledger_entries WHERE owner = $1 AND id > $2 ORDER BY id LIMIT $3) AS entry ON true
            ORDER BY entry.id`,
    values: [owner, after, limit + interleavedMax],
  });
  const archivedBelow = BigInt(found[0]?.below ?? 0);
  const rows = found.filter((row) => row.id !== null);
  const more = rows.length === limit + interleavedMax;
  // Entries behind this one were read for the journals that begin before it.
  const last = more ? BigInt(rows[limit - 1]?.id ?? 0) : null;
  const journals = new Map<string, { id: bigint; kind: EntryKind; at: number; changes: Map<string, bigint> }>();
  for (const { journal_id, asset, units, kind, at } of rows) {
    const id = BigInt(journal_id);
    if (id <= after || (last !== null && id > last)) continue;
    const journal = journals.get(journal_id) ?? { id, kind, at: Number(at), changes: new Map<string, bigint>() };
    journal.changes.set(asset, (journal.changes.get(asset) ?? 0n) + BigInt(units));
    journals.set(journal_id, journal);
  }
  return { journals: [...journals.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)), more, archivedBelow };
}
