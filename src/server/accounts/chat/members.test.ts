import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { releasedDatabase, testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { membersOf } from './groups.ts';

/** The members of a group, page by page. */

const users = 600;

/** Users in group 1, all but every tenth with a nickname. */
async function fill({ pool }: TestDatabase): Promise<void> {
  await pool.query("INSERT INTO chat_groups (id, name, kind, created_at) VALUES (1, 'All', 'open', 0)");
  await pool.query(
    `INSERT INTO users (id, nickname, nickname_key, invitation_code, language, practice, created_at)
     SELECT 200000 + n, CASE WHEN n % 10 > 0 THEN 'Name ' || lpad((n * 7919 % 1000)::text, 3, '0') || '-' || n END,
            CASE WHEN n % 10 > 0 THEN 'name ' || lpad((n * 7919 % 1000)::text, 3, '0') || '-' || n END,
            lpad(n::text, 6, '0'), 'en', true, 0 FROM generate_series(1, ${users}) AS n`,
  );
  await pool.query(
    `INSERT INTO chat_people (user_id, handle) SELECT id, 'h' || lpad(id::text, 10, '0') FROM users WHERE id > 200000`,
  );
  await pool.query(
    'INSERT INTO chat_members (group_id, user_id, joined_at) SELECT 1, id, 0 FROM users WHERE id > 200000 ORDER BY id DESC',
  );
}

async function allOf(database: TestDatabase, name = '', size = 50) {
  const found: (string | null)[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof membersOf>> = await membersOf(database.pool, 1n, name, after, size);
    found.push(...page.members.map(({ nickname }) => nickname));
    after = page.next;
    pages += 1;
  } while (after !== null);
  return { found, pages };
}

describe('members', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await fill(database);
  });
  afterAll(() => database.close());

  it('are listed by nickname, those without one last, each once', async () => {
    const { found, pages } = await allOf(database);
    expect(found).toHaveLength(users);
    const named = found.filter((nickname) => nickname !== null);
    expect(found.slice(0, named.length)).toEqual(named.toSorted());
    expect(new Set(named).size).toBe(users * 0.9);
    expect(pages).toBeLessThanOrEqual(13);
  });

  it('are found by nickname prefix', async () => {
    const { found } = await allOf(database, ' NAME 0', 7);
    expect(found.length).toBeGreaterThan(20);
    expect(found.every((nickname) => nickname?.startsWith('Name 0') === true)).toBe(true);
    expect((await allOf(database, 'nobody')).found).toEqual([]);
    expect((await allOf(database, '%')).found).toEqual([]);
  });

  it('move when renamed, also while joining, and keep their page when they leave', async () => {
    const { pool } = database;
    await pool.query("UPDATE users SET nickname = 'Aaron', nickname_key = 'aaron' WHERE id = 200010");
    const first = await membersOf(pool, 1n, '', null, 1);
    expect(first.members).toMatchObject([{ nickname: 'Aaron' }]);
    await pool.query('UPDATE chat_members SET removed = true WHERE user_id = 200010');
    const second = await membersOf(pool, 1n, '', first.next, 1);
    expect(second.members[0]?.nickname).toMatch(/^Name/);
    await pool.query("INSERT INTO chat_groups (id, name, kind, created_at) VALUES (2, 'New', 'open', 0)");
    await database.transaction(async ({ client }) => {
      await client.query("UPDATE users SET nickname = 'Abel', nickname_key = 'abel' WHERE id = 200010");
      const joining = pool.query('INSERT INTO chat_members (group_id, user_id, joined_at) VALUES (2, 200010, 0)');
      await new Promise((resolve) => setTimeout(resolve, 100));
      setImmediate(() => void joining);
    });
    await expect
      .poll(async () => (await pool.query('SELECT name_key FROM chat_members WHERE group_id = 2')).rows)
      .toEqual([{ name_key: 'abel' }]);
  });

  it('who are banned or disabled are skipped, in bounded pages', async () => {
    await database.pool.query("UPDATE users SET disabled = true WHERE nickname_key < 'name 8'");
    const { found, pages } = await allOf(database, '', 10);
    expect(found.filter((nickname) => nickname?.startsWith('Name'))).toHaveLength(
      (await database.pool.query("SELECT FROM users WHERE nickname_key >= 'name 8'")).rowCount ?? 0,
    );
    expect(pages).toBeGreaterThan(3);
  });

  it('are paged only after members of the group', async () => {
    await expect(membersOf(database.pool, 1n, '', 'h9999999999', 10)).rejects.toBeInstanceOf(Refusal);
    await expect(membersOf(database.pool, 3n, '', 'h0000200001', 10)).rejects.toBeInstanceOf(Refusal);
  });
});

it('of a released version are listed in the same order', async () => {
  const database = await releasedDatabase(6);
  try {
    await fill(database);
    await migrateDatabase(database.pool);
    const { found } = await allOf(database);
    const named = found.filter((nickname) => nickname !== null);
    expect([found.length, named]).toEqual([users, named.toSorted()]);
    expect(named).toHaveLength(users * 0.9);
  } finally {
    await database.close();
  }
});
