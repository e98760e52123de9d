import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purgeExpired, purgeStatement } from './purge.ts';
import { tableLives } from './retention.ts';
import { type TestDatabase, testDatabase } from '../store/testing.ts';

let store: TestDatabase;
const now = 1_800_000_000_000;
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  store = await testDatabase();
  await store.pool.query(
    "INSERT INTO articles (key, kind, tag, published_at, position) VALUES ('notice/any', 'notice', NULL, 0, 0)",
  );
});
beforeEach(() => store.pool.query('TRUNCATE notices, idempotency, attempts, outbox CASCADE'));
afterAll(() => store.close());

const countOf = async (table: string) => {
  const { rows } = await store.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n;
};

describe('the retention table', () => {
  test('names every table of the store, and no other', async () => {
    const { rows } = await store.pool.query<{ name: string }>(
      // Of a partitioned table, not its partitions.
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    const stored = rows.map(({ name }) => name).filter((name) => !name.startsWith('__drizzle'));
    expect(Object.keys(tableLives).toSorted()).toEqual(stored.toSorted());
  });

  test('gives a reason for what is kept, and has an index for what is purged by one', async () => {
    for (const [table, life] of Object.entries(tableLives)) {
      if (life.kept !== 'for a time') {
        expect(life.why.length, table).toBeGreaterThan(0);
        continue;
      }
      if (life.by === 'blocks') continue;
      const column = life.by === 'id' ? 'id' : life.column;
      const { rows } = await store.pool.query<{ first: string }>(
        `SELECT a.attname AS first FROM pg_index i
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
          WHERE i.indrelid = $1::regclass AND i.indpred IS NULL`,
        [table],
      );
      expect(
        rows.map(({ first }) => first),
        table,
      ).toContain(column);
    }
  });

  test('rows that cascade from a purged row are found by an index', async () => {
    const { rows } = await store.pool.query<{ child: string; ok: boolean }>(
      `SELECT c.conrelid::regclass::text AS child,
              EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]) AS ok
         FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = ANY ($1::regclass[])`,
      [Object.entries(tableLives).flatMap(([table, life]) => (life.kept === 'for a time' ? [table] : []))],
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('the purge', () => {
  test('works in batches until nothing old is left, and pauses in between', async () => {
    await store.pool.query(
      `INSERT INTO attempts (key, count, ends_at)
       SELECT 'k' || n, 1, $1::bigint + CASE WHEN n % 4 = 0 THEN 1000 ELSE -n END FROM generate_series(1, 2000) n`,
      [now],
    );
    const rests: number[] = [];
    const rest = async (ms: number) => void rests.push(ms);
    expect((await purgeExpired(store, now, { rest, rowsAtOnce: 100 })).get('attempts')).toBe(1_500);
    expect(await countOf('attempts')).toBe(500);
    expect(rests).toHaveLength(15);
    expect(Math.min(...rests)).toBeGreaterThan(0);
    expect((await purgeExpired(store, now, { rest })).size).toBe(0);
  });

  test('keeps up with incoming answers, without an index on their time', async () => {
    const fill = (from: number, count: number, at: number) =>
      store.pool.query(
        `INSERT INTO idempotency (user_id, call, key, body_hash, answer, at)
         SELECT n, 'POST transfer', 'key', 'hash', '{"a": 1}', $3::bigint FROM generate_series($1::int, $2::int) n`,
        [from, from + count - 1, at],
      );
    await fill(1, 20_000, now - 3 * dayMs);
    await fill(20_001, 3_000, now);
    await fill(30_001, 20_000, now - 3 * dayMs);
    const rest = async () => undefined;
    const portions: string[] = [];
    const watched = {
      ...store,
      pool: new Proxy(store.pool, {
        get: (pool, name) =>
          name === 'query'
            ? (text: string, values: unknown[]) => {
                if (text.startsWith('DELETE FROM idempotency')) portions.push(text);
                return pool.query(text, values);
              }
            : Reflect.get(pool, name),
      }),
    };
    expect((await purgeExpired(watched, now, { rest, blocksAtOnce: 32 })).get('idempotency')).toBe(40_000);
    expect(await countOf('idempotency')).toBe(3_000);
    expect(portions.length).toBeGreaterThan(10);
    const life = tableLives['idempotency'];
    if (life?.kept !== 'for a time') throw new Error('idempotency is not purged');
    const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${purgeStatement('idempotency', life)
        .replace('$1', '0')
        .replace('$2', "'(0,0)'")
        .replace('$3', "'(32,0)'")}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Tid Range Scan');
  });

  test('removes a user’s old notices with their dependent rows, and keeps broadcasts', async () => {
    await store.pool.query(
      `INSERT INTO notices (owner, kind, article_key, facts, at) VALUES
         (NULL, 'account', 'notice/any', '{}', 1), (7, 'account', 'notice/any', '{}', 2),
         (7, 'account', 'notice/any', '{}', $1)`,
      [now],
    );
    await store.pool.query('INSERT INTO notice_reads (owner, notice) SELECT 7, id FROM notices');
    await store.pool.query('INSERT INTO notice_outbox (notice) SELECT id FROM notices');
    expect(await purgeExpired(store, now)).toEqual(new Map([['notices', 1]]));
    expect([await countOf('notices'), await countOf('notice_reads'), await countOf('notice_outbox')]).toEqual([
      2, 2, 2,
    ]);
  });

  test('stops between two batches on shutdown', async () => {
    await store.pool.query(
      "INSERT INTO attempts (key, count, ends_at) SELECT 'k' || n, 1, 0 FROM generate_series(1, 500) n",
    );
    let portions = 0;
    const isClosed = () => portions > 2;
    await purgeExpired(store, now, { rowsAtOnce: 10, isClosed, rest: async () => void (portions += 1) });
    expect(await countOf('attempts')).toBe(470);
  });
});
