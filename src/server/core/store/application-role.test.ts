import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { partitionedTables } from '#server/partitions/all.ts';
import { keepAhead } from '../archives/ahead.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';
import { verifyRecords } from '../records/verifying.ts';
import { appendOnlyTables } from './append-only.ts';
import { ownsTables } from './application-role.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { openStore, type Store } from './open-store.ts';
import { releasedDatabase, testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let application: Database;

const now = Date.UTC(2026, 10, 28);

describe('the role that the exchange connects with', () => {
  beforeEach(async () => {
    database = await testDatabase();
    application = openDatabase(database.application, { poolMax: 3 });
  });
  afterEach(async () => {
    await application.close();
    await database.close();
  });

  it('owns no table, and cannot change what is append-only or what guards it', { timeout: 60_000 }, async () => {
    expect(await ownsTables(application.pool)).toBe(false);
    expect(await ownsTables(database.pool)).toBe(true);
    const refused = [
      ...appendOnlyTables.flatMap((table) => [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]),
      "UPDATE operator_log SET reason = 'x'",
      'ALTER TABLE operator_log DISABLE TRIGGER ALL',
      'ALTER TABLE fiat_statements DISABLE TRIGGER fiat_statements_append_only',
      'DROP TRIGGER operator_log_chained ON operator_log',
      'DROP TABLE fiat_proofs',
      'SET session_replication_role = replica',
      `CREATE OR REPLACE FUNCTION table_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      "INSERT INTO record_links VALUES ('fiat order', 1, 1, 'fiat_proofs', 'x', '', '', 0)",
      "SELECT link_row('fiat order', 1, 'fiat_proofs', 'x', '{}')",
      "SELECT partition_may_go('trades', 'trades_rest', true)",
      'CREATE TABLE public.mine ()',
      'CREATE TRIGGER mine BEFORE INSERT ON operator_log FOR EACH ROW EXECUTE FUNCTION table_is_append_only()',
    ];
    await Promise.all(
      refused.map((statement) =>
        expect(application.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/),
      ),
    );
  });

  it('reads every table and adds to all but those that triggers write', async () => {
    const { rows } = await application.pool.query<{ name: string; writes: boolean }>(
      `SELECT relname AS name, has_table_privilege(oid, 'INSERT') AS writes FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND has_table_privilege(oid, 'SELECT')`,
    );
    const { rows: all } = await database.pool.query<{ tables: number }>(
      `SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    expect(rows).toHaveLength(all[0]?.tables ?? 0);
    const read = rows.filter(({ writes }) => !writes).map(({ name }) => name);
    expect(read.toSorted()).toEqual(['record_backlog', 'record_links']);
    await application.transaction((tx) =>
      writeOperatorLog(
        tx,
        { what: 'stop', scope: 'coin', subject: 'BTC', sessions: [] },
        { by: 'a', reason: 'b', at: 1 },
      ),
    );
    expect(await verifyRecords(application)).toMatchObject({ links: 1, findings: [] });
  });

  it('has partitions made and narrowed by the owner, which it can use by their names', async () => {
    await database.pool.query("INSERT INTO market_minutes VALUES ('BTC_USDT', $1, 1, 1, 1, 1, 1, 1)", [now]);
    for (const table of partitionedTables) await keepAhead(application, table, { now, narrow: true });
    const { rows } = await database.pool.query<{ part: string; owner: string }>(
      `SELECT inhrelid::regclass::text AS part, relowner::regrole::text AS owner FROM pg_inherits JOIN pg_class ON oid = inhrelid
        WHERE relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThan(9);
    expect(rows.filter(({ owner }) => owner === 'dunlin_app')).toEqual([]);
    for (const { part } of rows) await application.pool.query(`SELECT FROM ${part} LIMIT 1`);
    await expect(application.pool.query('DELETE FROM trades_first')).rejects.toThrow('permission denied');
    await expect(database.pool.query('DELETE FROM trades_first')).rejects.toThrow('trades_first is append-only');
  });

  it('cannot have rows taken out that are archived nowhere, nor tables changed that are no partitions', async () => {
    await database.pool.query("INSERT INTO market_minutes VALUES ('BTC_USDT', $1, 1, 1, 1, 1, 1, 1)", [now]);
    for (const table of partitionedTables) await keepAhead(application, table, { now, narrow: true });
    const refused: readonly (readonly [string, string])[] = [
      ["'drop', 'market_minutes', 'market_minutes_first'", 'archived nowhere'],
      ["'detach', 'market_minutes', 'market_minutes_first'", 'archived nowhere'],
      ["'rename', 'market_minutes', 'market_minutes_first', NULL, NULL, 'market_minutes_restoring'", 'cannot become'],
      ["'drop', 'market_minutes', 'users'", 'no partition'],
      ["'drop', 'users', 'users_x'", 'not partitioned'],
      ["'drop', 'market_minutes', 'market_minutes_x; DROP TABLE users'", 'no partition'],
      ["'rename', 'market_minutes', 'market_minutes_first', NULL, NULL, 'users'", 'no partition'],
      ["'grant', 'market_minutes', 'market_minutes_first'", 'no act'],
    ];
    for (const [given, said] of refused)
      await expect(application.pool.query(`SELECT change_partition(${given})`), given).rejects.toThrow(said);
  });
});

describe('a start', () => {
  let store: Store | null = null;
  const said: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const urlOf = ({ user, password, host, port, database: name }: Record<string, unknown>) =>
    `postgres://${String(user)}:${encodeURIComponent(String(password))}@${String(host)}:${String(port)}/${String(name)}`;

  beforeEach(async () => {
    said.length = 0;
    database = await releasedDatabase(23);
  });
  afterEach(async () => {
    await store?.close();
    await database.close();
  });

  it('has the owner migrate, and grants the role of the exchange what it needs', async () => {
    const databaseUrl = urlOf({ ...database.application });
    const databaseOwnerUrl = urlOf({ ...database.connection });
    store = await openStore({ databaseUrl, databaseOwnerUrl, dataDirectory: '/nowhere', mode: 'live' }, logger);
    expect(await ownsTables(store.database.pool)).toBe(false);
    expect((await store.database.pool.query('SELECT FROM record_links')).rowCount).toBe(0);
    expect(said.join('')).not.toContain('OWNER');
    await store.close();
    // As after a start that ended between the two.
    await database.pool.query('REVOKE ALL ON record_links FROM dunlin_app');
    store = await openStore({ databaseUrl, databaseOwnerUrl, dataDirectory: '/nowhere', mode: 'live' }, logger);
    expect((await store.database.pool.query('SELECT FROM record_links')).rowCount).toBe(0);
  });

  it('warns in live mode where the exchange is the owner', async () => {
    const databaseUrl = urlOf({ ...database.connection });
    store = await openStore({ databaseUrl, dataDirectory: '/nowhere', mode: 'live' }, logger);
    expect(said.join('')).toContain('DATABASE_OWNER_URL');
  });
});
