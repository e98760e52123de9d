import type { Client } from 'pg';
import { lentWriter } from '../../../src/server/core/commit/duty-owners.ts';
import { type IdLane, idsPerMs, lentLane, lentWritersMax, ownLane } from '../../../src/server/core/commit/lanes.ts';

/**
 * Notes in the store whenever a market writer raises its fence, and whenever a pair moves to another writer: the highest
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
 * it, and the raise waits for them.
 *
 * The same holds for a pair that moved, of all its trades, and each was written by the writer that had it.
 *
 * @returns one line per trade, the first few
 */
export async function doubleOwners(client: Client): Promise<string[]> {
  const faults: string[] = [];
  const spotWriters = [
    { writer: 'spot', lane: ownLane },
    ...Array.from({ length: lentWritersMax }, (_, at) => ({
      writer: lentWriter('spot', at + 1),
      lane: lentLane(at + 1),
    })),
  ];
  const writers = [
    { writer: 'contracts', table: 'contract_trades', lane: { from: 0, count: idsPerMs } },
    ...spotWriters.map((one) => ({ ...one, table: 'trades' })),
  ];
  for (const { writer, table, lane } of writers) {
    const { rows } = await client.query<{ id: string; epoch: string }>(
      `SELECT row.id, raised.epoch FROM ${table} AS row JOIN noted_raises AS raised ON raised.writer = $1
        WHERE (row.id > raised.last_id) <> (row.xmin::text::bigint > raised.xid)
          AND row.id % ${idsPerMs} >= $2 AND row.id % ${idsPerMs} < $2 + $3 LIMIT 5`,
      [writer, lane.from, lane.count],
    );
    for (const { id, epoch } of rows) faults.push(`trade ${id} of ${writer} was written across the raise to ${epoch}`);
  }
  return [...faults, ...(await strangers(client, spotWriters))];
}

interface SpotWriter {
  readonly writer: string;
  readonly lane: IdLane;
}

/** Trades of pairs that another writer had, by their transactions and by their ids, whose lanes say who assigned them. */
async function strangers(client: Client, writers: readonly SpotWriter[]): Promise<string[]> {
  const across = await client.query<{ id: string; duty: string; epoch: string }>(
    `SELECT row.id, moved.duty, moved.epoch FROM trades AS row JOIN noted_moves AS moved ON moved.duty = 'spot.' || row.pair
      WHERE (row.id > moved.from_id) <> (row.xmin::text::bigint > moved.xid) LIMIT 5`,
  );
  const faults = across.rows.map(
    ({ id, duty, epoch }) => `trade ${id} of ${duty} was written across its move to ${epoch}`,
  );
  const { rows } = await client.query<{ id: string; pair: string; writer: string }>(
    `SELECT row.id, row.pair, had.writer FROM trades AS row
       JOIN LATERAL (SELECT writer FROM noted_moves WHERE duty = 'spot.' || row.pair AND from_id < row.id
                      ORDER BY epoch DESC LIMIT 1) AS had ON true
       JOIN unnest($1::text[], $2::int[], $3::int[]) AS lane (writer, first, count) ON lane.writer = had.writer
      WHERE row.id % ${idsPerMs} < lane.first OR row.id % ${idsPerMs} >= lane.first + lane.count LIMIT 5`,
    [writers.map(({ writer }) => writer), writers.map(({ lane }) => lane.from), writers.map(({ lane }) => lane.count)],
  );
  for (const { id, pair, writer } of rows)
    faults.push(`trade ${id} of ${pair} is not of ${writer}, which had the pair`);
  return faults;
}

/** How often each writer was raised since it is noted. */
export async function countRaises(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM noted_raises');
  return Number(rows[0]?.count ?? 0);
}
