import type { Pool } from 'pg';
import type { OwnerId } from '#protocol/core/brand.ts';
import { custodyKinds } from '#server/core/ledger/tables.ts';
import type { StoredLine } from './record.ts';

/** Which entries a record must have one of; null does not narrow. */
export interface EntryFilter {
  readonly wallet: number | null;
  readonly asset: string | null;
  /** Kinds of entries that begin such a record. */
  readonly kinds: readonly string[] | null;
  readonly withFee: boolean;
  readonly since: number | null;
  readonly until: number | null;
}

/**
 * How many entries of one owner may stand between those of one journal. A journal is numbered by one statement that
 * holds its balances, so only movements of the owner's other balances that commit at the same moment come between.
 */
const interleavedMax = 256;

/** Entries shown of one deposit or withdrawal; each reorganisation of a deposit adds four. */
const custodyLinesMax = 64;

const columns = 'id, journal_id, wallet, asset, available, frozen, locked, fee, kind, reference, at';
const numbered = 'entry.id, entry.journal_id, entry.wallet, entry.asset, entry.available, entry.frozen, entry.locked';

/** What a scan found. */
export interface Scan {
  /** All entries of each matching journal, newest first. */
  readonly journals: readonly (readonly StoredLine[])[];
  /** Every journal from this id on was looked at; null when there are no older ones. */
  readonly reached: bigint | null;
  readonly read: number;
}

type ScanRow = { readonly lowest: string | null; readonly read: string } & (StoredLine | { readonly id: null });

/**
 * Reads the owner's matching journals below `before` from at most `limit` entries. A journal that begins below the last
 * entry read is left to the next scan, which reads its higher entries again: journals are never split.
 *
 * @param first no entry below this id is read; null for none
 */
export async function scanJournals(
  pool: Pool,
  owner: OwnerId,
  { before, first, limit }: { before: bigint | null; first: bigint | null; limit: number },
  filter: EntryFilter,
): Promise<Scan> {
  const { rows } = await pool.query<ScanRow>(
    `WITH scanned AS MATERIALIZED (
       SELECT ${columns} FROM ledger_entries
        WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2) AND ($3::bigint IS NULL OR id >= $3)
        ORDER BY id DESC LIMIT $4
     ), above AS MATERIALIZED (
       SELECT ${columns} FROM ledger_entries
        WHERE owner = $1 AND id >= $2 ORDER BY id LIMIT ${interleavedMax}
     ), entry AS (
       SELECT * FROM scanned UNION ALL SELECT * FROM above WHERE journal_id < $2
     ), found AS (
       SELECT journal_id FROM entry
        WHERE kind NOT IN ('deposit-free', 'deposit-undone', 'withdrawal', 'withdrawal-fee', 'withdrawal-release')
          AND ($5::smallint IS NULL OR wallet = $5) AND ($6::text IS NULL OR asset = $6)
          AND ($7::text[] IS NULL OR kind = ANY ($7)) AND (NOT $8 OR fee <> 0 OR kind = 'fee')
          AND ($9::bigint IS NULL OR at >= $9) AND ($10::bigint IS NULL OR at < $10)
     )
     SELECT bounds.lowest, bounds.read, ${numbered}, entry.fee, entry.kind, entry.reference, entry.at
       FROM (SELECT min(id) AS lowest, count(*) AS read FROM scanned) AS bounds
       LEFT JOIN (SELECT * FROM entry WHERE journal_id IN (SELECT journal_id FROM found)) AS entry ON true
      ORDER BY entry.journal_id DESC, entry.id DESC`,
    [
      owner,
      before,
      first,
      limit,
      filter.wallet,
      filter.asset,
      filter.kinds,
      filter.withFee,
      filter.since,
      filter.until,
    ],
  );
  const read = Number(rows[0]?.read ?? 0);
  const lowest = rows[0]?.lowest ?? null;
  const reached = read < limit || lowest === null ? null : BigInt(lowest);
  const journals = new Map<string, StoredLine[]>();
  for (const row of rows) {
    if (row.id === null || (reached !== null && BigInt(row.journal_id) < reached)) continue;
    journals.set(row.journal_id, [...(journals.get(row.journal_id) ?? []), row]);
  }
  return { journals: [...journals.values()], reached, read };
}

/** All entries of some deposits and withdrawals, newest first, by `custodyKey`. */
export async function custodyEntries(
  pool: Pool,
  owner: OwnerId,
  references: readonly string[],
): Promise<Map<string, StoredLine[]>> {
  const found = new Map<string, StoredLine[]>();
  if (references.length === 0) return found;
  const { rows } = await pool.query<StoredLine>(
    `SELECT ${numbered}, entry.fee, entry.kind, entry.reference, entry.at
       FROM unnest($2::text[]) AS wanted (reference)
            CROSS JOIN LATERAL (
              SELECT * FROM ledger_entries
               WHERE owner = $1 AND reference = wanted.reference AND kind IN (${custodyKinds})
               ORDER BY id LIMIT ${custodyLinesMax}
            ) AS entry
      ORDER BY entry.id DESC`,
    [owner, [...new Set(references)]],
  );
  for (const row of rows) {
    const key = custodyKey(row);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** Deposits and withdrawals are numbered apart. */
export function custodyKey({ kind, reference }: Pick<StoredLine, 'kind' | 'reference'>): string {
  return `${kind.startsWith('deposit') ? 'deposit' : 'withdrawal'} ${reference}`;
}
