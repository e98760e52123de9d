import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableLives } from '../jobs/retention.ts';
import { appendOnlyTables, appendOnlyTrigger, changingRecords, isAppendOnly, recordNames } from './append-only.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  // Tries each change of each table: null where it is refused as it must be.
  await database.pool.query(`
    CREATE FUNCTION changes_of(tables text[]) RETURNS TABLE (accepted text) LANGUAGE plpgsql AS $$
    DECLARE
      name text;
      own text;
      change text;
    BEGIN
      FOREACH name IN ARRAY tables LOOP
        SELECT attname INTO own FROM pg_attribute WHERE attrelid = name::regclass AND attnum = 1;
        FOREACH change IN ARRAY ARRAY[format('UPDATE %I SET %I = %I', name, own, own), format('DELETE FROM %I', name),
                                      format('TRUNCATE %I CASCADE', name)] LOOP
          accepted := change;
          BEGIN
            EXECUTE change;
          EXCEPTION WHEN raise_exception THEN
            IF SQLERRM LIKE format('%s is append-only: %%', name) THEN
              accepted := NULL;
            END IF;
          END;
          RETURN NEXT;
        END LOOP;
      END LOOP;
    END;
    $$`);
});
afterAll(() => database.close());

/** A declared table, or a partition of one. */
interface Relation {
  readonly name: string;
  readonly parent: string | null;
}

async function relations(): Promise<Relation[]> {
  const { rows } = await database.pool.query<Relation>(
    `SELECT relname AS name, (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = pg_class.oid) AS parent
       FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows;
}

describe('append-only tables', () => {
  it('are refused every change, also where a statement names a partition', async () => {
    const guarded = (await relations()).filter(({ name, parent }) => isAppendOnly(parent ?? name));
    expect(guarded.filter(({ parent }) => parent === null)).toHaveLength(appendOnlyTables.length);
    expect(guarded.some(({ parent }) => parent === 'trades')).toBe(true);
    const { rows } = await database.pool.query<{ tried: number; accepted: string[] }>(
      'SELECT count(*)::int AS tried, array_remove(array_agg(accepted), NULL) AS accepted FROM changes_of($1)',
      [guarded.map(({ name }) => name)],
    );
    expect(rows).toEqual([{ tried: 3 * guarded.length, accepted: [] }]);
  });

  it('run no trigger of it for inserts', async () => {
    const { rows } = await database.pool.query<{ name: string; inserts: boolean; enabled: string }>(
      `SELECT tgrelid::regclass::text AS name, tgtype & 4 <> 0 AS inserts, tgenabled AS enabled FROM pg_trigger
        WHERE tgname = ANY ($1)`,
      [appendOnlyTables.map(appendOnlyTrigger)],
    );
    expect(rows.length).toBeGreaterThanOrEqual(appendOnlyTables.length);
    expect(rows.filter(({ inserts, enabled }) => inserts || enabled !== 'O')).toEqual([]);
  });

  it('are declared, or their changes have a reason, where a name or its retention says that they are kept', async () => {
    const kept = (await relations())
      .filter(({ parent }) => parent === null)
      .map(({ name }) => name)
      .filter((name) => recordNames.test(name) || tableLives[name]?.kept === 'for ever');
    const declaredOnce = (name: string) => isAppendOnly(name) !== name in changingRecords;
    expect(kept.filter((name) => !declaredOnce(name))).toEqual([]);
    const known = new Set(kept);
    expect(Object.keys(changingRecords).filter((name) => !known.has(name))).toEqual([]);
  });
});
