import type { OptionCycle, OptionEntry, OptionRound } from '../../contract/entities/option.ts';
import type { Page } from '../../contract/envelope.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { entryColumns, toEntry, toRound, type EntryRow, type RoundRow } from './round-row.ts';

/** What every page of a list is asked with. */
interface PageQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
}

function cursorOf({ cursor }: PageQuery): string | null {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return cursor ?? null;
}

/** Ended rounds, newest first. @throws Refusal `operationFailed` for a cursor that no page gave */
export async function endedRounds(
  { pool }: Pick<Database, 'pool'>,
  query: PageQuery & { readonly coin?: string | undefined; readonly cycle?: OptionCycle | undefined },
): Promise<Page<OptionRound>> {
  const { rows } = await pool.query<RoundRow>(
    `SELECT * FROM option_rounds
      WHERE phase IN ('settled', 'void') AND ($1::bigint IS NULL OR id < $1)
        AND ($2::text IS NULL OR coin = $2) AND ($3::int IS NULL OR cycle = $3)
      ORDER BY id DESC LIMIT $4`,
    [cursorOf(query), query.coin ?? null, query.cycle ?? null, query.size + 1],
  );
  const list = rows.slice(0, query.size).map(toRound);
  return { list, next: rows.length > query.size ? (list.at(-1)?.id ?? null) : null };
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

/** Own settled predictions, newest first. @throws Refusal `operationFailed` for a cursor that no page gave */
export async function settledEntries(
  { pool }: Pick<Database, 'pool'>,
  owner: bigint,
  query: PageQuery & { readonly coin?: string | undefined },
): Promise<Page<OptionEntry>> {
  const { rows } = await pool.query<EntryRow>(
    `SELECT ${entryColumns} FROM option_entries AS entry JOIN option_rounds AS round ON round.id = entry.round_id
      WHERE entry.owner = $1 AND entry.outcome IS NOT NULL AND ($2::text IS NULL OR round.coin = $2)
        AND ($3::bigint IS NULL OR entry.id < $3)
      ORDER BY entry.id DESC LIMIT $4`,
    [owner, query.coin ?? null, cursorOf(query), query.size + 1],
  );
  const list = rows.slice(0, query.size).map(toEntry);
  return { list, next: rows.length > query.size ? (list.at(-1)?.id ?? null) : null };
}

/** One prediction of the person's own, or null. */
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
