import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { runConsole, settingsBeside } from '#server/operator/testing.ts';
import { readOperatorLog, writeOperatorLog } from '../gate/operator-log.ts';
import { migrateDatabase } from '../store/migrate.ts';
import { releasedDatabase, testDatabase, type TestDatabase } from '../store/testing.ts';
import { writeHeads, linkFormerRows } from './open.ts';
import { dateOf, newestHead } from './heads.ts';
import { verifyRecords } from './verifying.ts';

/** Migrations of the last release whose records were not chained. */
const released = 23;

let database: TestDatabase;
afterEach(() => database.close());

const stop = (subject: string) =>
  database.transaction((tx) =>
    writeOperatorLog(
      tx,
      { what: 'stop', scope: 'coin', subject, sessions: [1n] },
      { by: 'ann', reason: 'a test', at: 1 },
    ),
  );

const event = (order: number, what = 'taken') =>
  database.pool.query('INSERT INTO fiat_order_events (fiat_order, what, by, at) VALUES ($1, $2, $3, 1)', [
    order,
    what,
    'buyer',
  ]);
const statement = (order: number, text: string) =>
  database.pool.query('INSERT INTO fiat_statements (fiat_order, by, text, at) VALUES ($1, $2, $3, 1)', [
    order,
    'seller',
    text,
  ]);
const proof = (order: number, file: string) =>
  database.pool.query('INSERT INTO fiat_proofs (file, fiat_order, by, at) VALUES ($1, $2, $3, 1)', [
    file,
    order,
    'buyer',
  ]);

/** Changes rows behind the back of everything that guards them, as only a superuser can. */
const tamper = (statementText: string) =>
  database.transaction(async ({ client }) => {
    await client.query('SET LOCAL session_replication_role = replica');
    expect((await client.query(statementText)).rowCount).toBe(1);
  });

const findings = async () => (await verifyRecords(database)).findings;

async function writeSome(): Promise<void> {
  await stop('BTC');
  await stop('ETH');
  await event(7);
  await statement(7, 'I paid at noon.');
  await proof(7, 'aPicture');
  await event(8);
}

describe('records', () => {
  beforeEach(async () => {
    database = await testDatabase();
  });

  it('are chained as they are written, each order for itself', async () => {
    await writeSome();
    expect(await verifyRecords(database)).toEqual({ links: 6, findings: [], head: null, backlog: [] });
    const { rows } = await database.pool.query(
      'SELECT record, subject, number, source FROM record_links ORDER BY record, subject, number',
    );
    expect(rows).toEqual([
      { record: 'fiat order', subject: '7', number: '1', source: 'fiat_order_events' },
      { record: 'fiat order', subject: '7', number: '2', source: 'fiat_statements' },
      { record: 'fiat order', subject: '7', number: '3', source: 'fiat_proofs' },
      { record: 'fiat order', subject: '8', number: '1', source: 'fiat_order_events' },
      { record: 'operator log', subject: '0', number: '1', source: 'operator_log' },
      { record: 'operator log', subject: '0', number: '2', source: 'operator_log' },
    ]);
  });

  it.each([
    ['a changed line', "UPDATE operator_log SET reason = 'another' WHERE subject = 'BTC'", 'was changed'],
    ['a changed statement', "UPDATE fiat_statements SET text = 'I never paid.'", 'was changed'],
    ['another picture', "UPDATE fiat_proofs SET sha256 = repeat('0', 64)", 'was changed'],
    ['a removed picture', 'DELETE FROM fiat_proofs', 'is gone'],
    ['a removed link', 'DELETE FROM record_links WHERE subject = 7 AND number = 2', 'links before it are missing'],
    ['a changed link', "UPDATE record_links SET key = 'bPicture' WHERE key = 'aPicture'", 'does not follow'],
    ['another time', "UPDATE record_links SET at = at - 1 WHERE key = 'aPicture'", 'does not follow'],
  ])('show %s', async (_what, change, said) => {
    await writeSome();
    await tamper(change);
    expect((await findings()).join('\n')).toContain(said);
  });

  it('show a row that was put between them without a link', async () => {
    await writeSome();
    await tamper("INSERT INTO fiat_order_events (fiat_order, what, by, at) VALUES (8, 'paid', 'buyer', 2)");
    expect(await findings()).toEqual([expect.stringMatching(/^row \d+ of fiat_order_events has no link$/)]);
  });

  it('wait for nobody but the same order, and stay one chain beside each other', async () => {
    await database.transaction(async ({ client }) => {
      await client.query("INSERT INTO fiat_order_events (fiat_order, what, by, at) VALUES (1, 'taken', 'buyer', 1)");
      await event(2);
    });
    await Promise.all(Array.from({ length: 30 }, (_, nth) => event(1 + (nth % 3), `paid`)));
    expect(await verifyRecords(database)).toMatchObject({ links: 32, findings: [] });
  });

  it('get a head a day, which the operators’ log publishes and which shows what is cut off', async () => {
    await writeSome();
    const today = Math.floor(Date.now() / dayMs);
    expect(await writeHeads(database, (today + 1) * dayMs)).toEqual([]);
    const heads = await writeHeads(database, (today + 2) * dayMs + hourMs);
    expect(heads.map(({ day }) => day)).toEqual([today, today + 1]);
    expect(heads[0]?.links).toBeGreaterThanOrEqual(6);
    expect(await writeHeads(database, (today + 2) * dayMs + hourMs)).toEqual([]);
    const [line] = await readOperatorLog(database);
    const hash = heads[1]?.hash.toString('hex') ?? '';
    expect(line).toMatchObject({ what: 'record-head', subject: dateOf(today + 1), who: 'the exchange' });
    expect(line?.reason).toContain(hash);
    expect(await newestHead(database.pool)).toEqual(heads[1]);
    // The newest event of an order and its link: the chain alone ends earlier, the head does not follow any more.
    await tamper("DELETE FROM record_links WHERE record = 'fiat order' AND subject = 8");
    await tamper('DELETE FROM fiat_order_events WHERE fiat_order = 8');
    expect((await findings())[0]).toContain(`the head of ${dateOf(today)} does not follow`);
  });

  it('are verified by the operator, who is shown the head', async () => {
    await writeSome();
    const beside = settingsBeside(database);
    const first = await runConsole(beside, ['audit']);
    expect(first).toMatchObject({ code: 0 });
    expect(first.said).toContain('The records are whole: 6 links.');
    expect(first.said).toContain('No day has a head yet');
    const today = Math.floor(Date.now() / dayMs);
    await database.pool.query('INSERT INTO record_heads (day, links, hash, at) VALUES ($1, 6, $2, 0)', [
      today,
      Buffer.alloc(32),
    ]);
    const second = await runConsole(beside, ['audit']);
    expect(second.code).not.toBe(0);
    expect(second.said).toContain(`the head of ${dateOf(today)} does not follow`);
    expect(second.said).toContain(`Head of ${dateOf(today)}: ${'00'.repeat(32)}`);
  });
});

it('chains rows of a former release, in steps beside new ones', { timeout: 60_000 }, async () => {
  database = await releasedDatabase(released);
  for (let nth = 1; nth <= 3; nth += 1) {
    await database.pool.query(
      `INSERT INTO operator_log (at, who, what, scope, subject, reason, sessions) VALUES ($1, 'ann', 'stop', 'coin', 'BTC', 'x', '{}')`,
      [nth],
    );
    await event(1 + (nth % 2));
    await proof(1, `picture${nth}`);
  }
  await migrateDatabase(database.pool);
  // One chain for all: it is whole before anything follows.
  const before = await verifyRecords(database);
  expect(before).toMatchObject({ links: 3, findings: [], backlog: ['fiat_order_events', 'fiat_proofs'] });
  await event(1, 'paid');
  let steps = 0;
  while (await linkFormerRows(database, 2)) steps += 1;
  expect(steps).toBeGreaterThan(4);
  expect(await verifyRecords(database)).toEqual({ links: 10, findings: [], head: null, backlog: [] });
});
