import type { Client } from 'pg';

/**
 * Notes in the store whenever a market writer raises its fence: the highest id that was stored, and the transaction that
 * raised it.
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
      WHEN (OLD.epoch IS DISTINCT FROM NEW.epoch) EXECUTE FUNCTION note_raise();`);
}

/**
 * Whether two owners of a writer both committed: what the one before a raise wrote has ids up to those that were stored
 * then and transactions from before it, what came after has higher ones of both. A trade of both sides of a raise was
 * written by an owner that another one had replaced. Transactions that lock a row before a raise have lower numbers than
 * it, and the raise waits for them.
 *
 * @returns one line per trade, the first few
 */
export async function doubleOwners(client: Client): Promise<string[]> {
  const faults: string[] = [];
  for (const { writer, table } of [
    { writer: 'spot', table: 'trades' },
    { writer: 'contracts', table: 'contract_trades' },
  ]) {
    const { rows } = await client.query<{ id: string; epoch: string }>(
      `SELECT row.id, raised.epoch FROM ${table} AS row JOIN noted_raises AS raised ON raised.writer = $1
        WHERE (row.id > raised.last_id) <> (row.xmin::text::bigint > raised.xid) LIMIT 5`,
      [writer],
    );
    for (const { id, epoch } of rows) faults.push(`trade ${id} of ${writer} was written across the raise to ${epoch}`);
  }
  return faults;
}

/** How often each writer was raised since it is noted. */
export async function countRaises(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM noted_raises');
  return Number(rows[0]?.count ?? 0);
}
