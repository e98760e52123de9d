import type { Client } from 'pg';
import { workerWriter } from '#server/core/commit/owners.ts';
import { type IdRange, idsPerMs, workerIdRange, workersMax, ownerIdRange } from '#server/core/commit/id-range.ts';

/**
 * Notes in the store whenever a market writer raises its fence, and whenever a market moves to another writer: the highest
 * id that was stored, and the transaction that did it.
 */
export async function noteRaises(client: Client): Promise<void> {
  await client.query(`
    CREATE TABLE noted_raises (writer text, epoch bigint, last_id bigint, xid bigint, at timestamptz DEFAULT clock_timestamp());
    CREATE FUNCTION note_raise() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO noted_raises (writer, epoch, last_id, xid)
      VALUES (NEW.writer, NEW.epoch, NEW.last_id, pg_current_xact_id()::text::bigint);
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_raise AFTER UPDATE OF epoch ON writer_fences FOR EACH ROW
      WHEN (OLD.epoch IS DISTINCT FROM NEW.epoch) EXECUTE FUNCTION note_raise();
    CREATE TABLE noted_moves (duty text, writer text, epoch bigint, from_id bigint, xid bigint);
    CREATE FUNCTION note_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO noted_moves (duty, writer, epoch, from_id, xid)
      VALUES (NEW.duty, NEW.writer, NEW.epoch, NEW.from_id, pg_current_xact_id()::text::bigint);
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_move AFTER INSERT OR UPDATE ON duty_owners FOR EACH ROW EXECUTE FUNCTION note_move();`);
}

/**
 * Whether two owners of a writer both committed: what the one before a raise wrote has ids up to those that were stored
 * then and transactions from before it, what came after has higher ones of both. A trade of both sides of a raise was
 * written by an owner that another one had replaced. Transactions that lock a row before a raise have lower numbers than
 * it, and the raise waits for them. Ids and transactions of raises only grow, so a trade is looked for among both, and
 * stands at the same place: that takes as long as there are trades, however many raises there were.
 *
 * The same holds for a market that moved, of all its trades, and each was written by the writer that had it. What is said
 * of trades here holds for closings of positions as well: rows of both are never changed.
 *
 * @returns one line per row, the first few
 */
export async function doubleOwners(client: Client): Promise<string[]> {
  const faults: string[] = [];
  for (const written of writtenTables) {
    const writers = writersOf(written.family);
    faults.push(
      ...(await acrossRaises(client, written, writers)),
      ...(await acrossMoves(client, written)),
      ...(await strangers(client, written, writers)),
    );
  }
  return faults;
}

/** Rows that one writer of a family appends. */
interface Written {
  readonly family: string;
  readonly table: string;
  /** The column that names the market. */
  readonly market: string;
  /** What a row is called. */
  readonly row: string;
}

const writtenTables: readonly Written[] = [
  { family: 'spot', table: 'trades', market: 'pair', row: 'trade' },
  { family: 'contracts', table: 'contract_trades', market: 'contract', row: 'trade' },
  { family: 'contracts', table: 'contract_closings', market: 'contract', row: 'closing' },
];

interface Writer {
  readonly writer: string;
  readonly range: IdRange;
}

/** The writer of the engine that owns the data, and those that it assigns. */
function writersOf(family: string): Writer[] {
  const assigned = Array.from({ length: workersMax }, (_, at) => ({
    writer: workerWriter(family, at + 1),
    range: workerIdRange(at + 1),
  }));
  return [{ writer: family, range: ownerIdRange }, ...assigned];
}

/** Writers with their ranges as the rows `range`, from the parameters $1 to $3. */
const ranges = 'unnest($1::text[], $2::int[], $3::int[]) AS range (writer, first, count)';
const rangesOf = (writers: readonly Writer[]) => [
  writers.map(({ writer }) => writer),
  writers.map(({ range }) => range.from),
  writers.map(({ range }) => range.count),
];

async function acrossRaises(client: Client, written: Written, writers: readonly Writer[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; writer: string }>(
    `SELECT row.id, range.writer FROM ${written.table} AS row
       JOIN ${ranges} ON row.id % ${idsPerMs} >= range.first AND row.id % ${idsPerMs} < range.first + range.count
       JOIN (SELECT writer, array_agg(last_id ORDER BY last_id) AS ids, array_agg(xid ORDER BY xid) AS transactions
               FROM noted_raises GROUP BY writer) AS raised ON raised.writer = range.writer
      WHERE width_bucket(row.id - 1, raised.ids) <> width_bucket(row.xmin::text::bigint - 1, raised.transactions)
      LIMIT 5`,
    rangesOf(writers),
  );
  return rows.map(({ id, writer }) => `${written.row} ${id} of ${writer} was written across a raise`);
}

/** Where markets of a family went, as rows of `moved` for those of `row`. */
function movesOf({ family, market }: Written): string {
  return `(SELECT duty, array_agg(from_id ORDER BY from_id, epoch) AS ids, array_agg(xid ORDER BY xid) AS transactions,
                  array_agg(writer ORDER BY from_id, epoch) AS writers
             FROM noted_moves GROUP BY duty) AS moved ON moved.duty = '${family}.' || row.${market}`;
}

/** Rows of markets that another writer had, by their transactions. */
async function acrossMoves(client: Client, written: Written): Promise<string[]> {
  const { rows } = await client.query<{ id: string; duty: string }>(
    `SELECT row.id, moved.duty FROM ${written.table} AS row JOIN ${movesOf(written)}
      WHERE width_bucket(row.id - 1, moved.ids) <> width_bucket(row.xmin::text::bigint - 1, moved.transactions) LIMIT 5`,
  );
  return rows.map(({ id, duty }) => `${written.row} ${id} of ${duty} was written across a move of it`);
}

/** Rows of markets that another writer had, by their ids, whose ranges say who assigned them. */
async function strangers(client: Client, written: Written, writers: readonly Writer[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; duty: string; writer: string }>(
    `SELECT row.id, moved.duty, range.writer FROM ${written.table} AS row JOIN ${movesOf(written)}
       JOIN ${ranges} ON range.writer = moved.writers[width_bucket(row.id - 1, moved.ids)]
      WHERE row.id % ${idsPerMs} < range.first OR row.id % ${idsPerMs} >= range.first + range.count LIMIT 5`,
    rangesOf(writers),
  );
  return rows.map(({ id, duty, writer }) => `${written.row} ${id} of ${duty} is not of ${writer}, which had it`);
}

/** Whether an engine that waits owns pairs, and contracts too. */
export async function areMarketsPlaced(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ are: boolean }>(
    `SELECT count(DISTINCT family) = 2 AS are
       FROM (VALUES ('spot'), ('contracts')) AS families (family)
       JOIN duty_owners ON starts_with(duty, family || '.') AND writer <> family`,
  );
  return rows[0]?.are === true;
}
