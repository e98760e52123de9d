import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantToApplication } from '#server/core/store/application-role.ts';
import type { Database } from '#server/core/store/database.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { releasedDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { deliverNotices } from './notification-outbox.ts';
import { writeNotices } from './write-notice.ts';

/** The outbox under its former name, which the version before uses while both run. The next version removes both. */

const releasedMigrations = 25;
const article = 'notice/new-login';

let database: TestDatabase;
/** Connects with the role of the exchange, which owns no table. */
let application: Database;

beforeAll(async () => {
  database = await releasedDatabase(releasedMigrations);
  await grantToApplication(database.pool, 'dunlin_app');
  application = openDatabase(database.application, { poolMax: 3 });
  await database.pool.query(
    "INSERT INTO articles (key, kind, tag, published_at, position) VALUES ($1, 'notice', '', 0, 0)",
    [article],
  );
});
afterAll(async () => {
  await application.close();
  await database.close();
});

/** Writes a notice as the version before does. */
async function writeBefore(owner: number): Promise<void> {
  await application.pool.query({
    name: 'notices-write-before',
    text: `WITH written AS (
             INSERT INTO notices (owner, kind, article_key, facts, at) VALUES ($1, 'account', $2, '{}', 1) RETURNING id
           )
           INSERT INTO notices_untold (notice) SELECT id FROM written`,
    values: [owner, article],
  });
}

/** Takes what is due as the version before does. @returns how many were due and free */
async function takeBefore(): Promise<number> {
  const { rows } = await application.pool.query(
    `DELETE FROM notices_untold WHERE notice IN
       (SELECT notice FROM notices_untold ORDER BY notice LIMIT 200 FOR UPDATE SKIP LOCKED) RETURNING notice`,
  );
  return rows.length;
}

/** Publishes what is due. @returns whom it is for */
async function publish(): Promise<readonly (bigint | null)[]> {
  const owners: (bigint | null)[] = [];
  await deliverNotices(application, { changed: (owner) => void owners.push(owner) }, async () => undefined);
  return owners;
}

const writeNow = (owner: bigint) =>
  application.transaction((tx) =>
    writeNotices(tx, [{ owner, kind: 'account', articleKey: article, facts: {}, at: 1 }]),
  );

it('keeps what was not published when the table was renamed, without another grant', async () => {
  await writeBefore(100_001);
  await migrateDatabase(database.pool);
  expect(await publish()).toEqual([100_001n]);
  expect(await publish()).toEqual([]);
});

it('publishes what the version before writes under the old name', async () => {
  await writeBefore(100_002);
  expect((await database.pool.query('SELECT FROM notice_outbox')).rowCount).toBe(1);
  expect(await publish()).toEqual([100_002n]);
});

it('lets the version before publish what is written now, except what is being published', async () => {
  await writeNow(100_003n);
  await application.transaction(async (tx) => {
    await tx.client.query('SELECT FROM notice_outbox FOR UPDATE');
    expect(await takeBefore()).toBe(0);
  });
  expect(await takeBefore()).toBe(1);
  expect(await publish()).toEqual([]);
});

it('goes with its notice', async () => {
  await writeBefore(100_004);
  await application.pool.query('DELETE FROM notices WHERE owner = 100004');
  expect((await application.pool.query('SELECT FROM notices_untold')).rowCount).toBe(0);
});
