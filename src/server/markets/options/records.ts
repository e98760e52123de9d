import type { OptionCycle, OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import type { Page } from '#protocol/core/envelope.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { scanEnd, scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import type { Database } from '#server/core/store/database.ts';
import { entryColumns, toEntry, toRound, type EntryRow, type RoundRow } from './round-row.ts';

/** The query of a list page. */
interface PageQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
}

function cursorOf({ cursor }: PageQuery): string | null {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return cursor ?? null;
}

/** The rounds and predictions scanned for a page, which may be short: see `scannedRowsMax`. */
const scannedRounds = "FROM option_rounds WHERE phase IN ('settled', 'void') AND ($1::bigint IS NULL OR id < $1)";
const scannedEntries = 'FROM option_entries WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2)';

/** Ended rounds, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function endedRounds(
  { pool }: Pick<Database, 'pool'>,
  query: PageQuery & { readonly coin?: string | undefined; readonly cycle?: OptionCycle | undefined },
): Promise<Page<OptionRound>> {
  const scanned = [cursorOf(query)];
  const { rows } = await pool.query<RoundRow>(
    `SELECT * FROM (SELECT * ${scannedRounds} ORDER BY id DESC LIMIT ${scannedRowsMax}) AS scanned
      WHERE ($2::text IS NULL OR coin = $2) AND ($3::int IS NULL OR cycle = $3)
      ORDER BY id DESC LIMIT $4`,
    [...scanned, query.coin ?? null, query.cycle ?? null, query.size + 1],
  );
  const list = rows.slice(0, query.size).map(toRound);
  if (rows.length > query.size) return { list, next: list.at(-1)?.id ?? null };
  return { list, next: await scanEnd(pool, scannedRounds, scanned) };
}

/** Own predictions in rounds that are open, newest first. */
export async function openEntries(
  { pool }: Pick<Database, 'pool'>,
  owner: bigint,
  coin: string | undefined,
): Promise<OptionEntry[]> {
  const { rows } = await pool.query<EntryRow>(
    `SELECT ${entryColumns} FROM option_entries AS entry JOIN option_rounds AS round ON round.id = entry.round_id
      WHERE entry.owner = $1 AND entry.outcome IS NULL AND ($2::text IS NULL OR round.coin = $2)
      ORDER BY entry.id DESC`,
    [owner, coin ?? null],
  );
  return rows.map(toEntry);
}

/** Own settled predictions, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function settledEntries(
  { pool }: Pick<Database, 'pool'>,
  owner: bigint,
  query: PageQuery & { readonly coin?: string | undefined },
): Promise<Page<OptionEntry>> {
  const scanned = [owner, cursorOf(query)];
  const { rows } = await pool.query<EntryRow>(
    `SELECT ${entryColumns}
       FROM (SELECT * ${scannedEntries} ORDER BY id DESC LIMIT ${scannedRowsMax}) AS entry
            JOIN option_rounds AS round ON round.id = entry.round_id
      WHERE entry.outcome IS NOT NULL AND ($3::text IS NULL OR round.coin = $3)
      ORDER BY entry.id DESC LIMIT $4`,
    [...scanned, query.coin ?? null, query.size + 1],
  );
  const list = rows.slice(0, query.size).map(toEntry);
  if (rows.length > query.size) return { list, next: list.at(-1)?.id ?? null };
  return { list, next: await scanEnd(pool, scannedEntries, scanned) };
}

/** One prediction of the user's own, or null. */
export async function ownEntry(
  { pool }: Pick<Database, 'pool'>,
  owner: bigint,
  id: bigint,
): Promise<OptionEntry | null> {
  const { rows } = await pool.query<EntryRow>(
    `SELECT ${entryColumns} FROM option_entries AS entry JOIN option_rounds AS round ON round.id = entry.round_id
      WHERE entry.owner = $1 AND entry.id = $2`,
    [owner, id],
  );
  return rows[0] === undefined ? null : toEntry(rows[0]);
}
