import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/core/store/database.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { FaultPoint } from './postgres-faults.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import { patience } from '../../pace.ts';

let direct: TestDatabase;
let proxy: PostgresProxy;
let behind: Database;

beforeAll(async () => {
  direct = await testDatabase();
  await direct.pool.query('CREATE TABLE written (id integer PRIMARY KEY, note text NOT NULL)');
});
afterAll(() => direct.close());
beforeEach(async () => {
  await direct.pool.query('TRUNCATE written');
  const { host, port } = direct.connection as { host: string; port: number };
  proxy = await startPostgresProxy({ host, port });
  behind = openDatabase({ ...direct.connection, host: proxy.host, port: proxy.port }, { poolMax: 3 });
});
afterEach(async () => {
  await behind.close();
  await proxy.close();
});

/** Two statements in one transaction, the second one prepared under a name. */
function write(id: number, note: string): Promise<string> {
  return behind.transaction(async ({ client }) => {
    await client.query('SELECT 1');
    await client.query({
      name: `insert-${note}`,
      text: 'INSERT INTO written VALUES ($1, $2)',
      values: [id, note],
    });
    return note;
  });
}

async function stored(): Promise<number[]> {
  const { rows } = await direct.pool.query<{ id: number }>('SELECT id FROM written ORDER BY id');
  return rows.map(({ id }) => id);
}

async function storedSoon(ids: number[]): Promise<void> {
  await expect.poll(stored, patience).toEqual(ids);
}

describe('without a fault', () => {
  test('it passes everything on, also what is sent in one go and what is large', async () => {
    expect(await write(1, 'plain')).toBe('plain');
    await Promise.all(Array.from({ length: 30 }, (_, nth) => write(nth + 2, `many-${nth % 3}`)));
    const long = 'x'.repeat(3_000_000);
    await behind.pool.query('INSERT INTO written VALUES (100, $1)', [long]);
    const { rows } = await behind.pool.query<{ note: string }>('SELECT note FROM written WHERE id = 100');
    expect(rows[0]?.note).toBe(long);
    expect((await stored()).length).toBe(32);
  });

  test('a failed statement is returned as reported by PostgreSQL', async () => {
    await write(1, 'first');
    await expect(write(1, 'again')).rejects.toMatchObject({ code: '23505' });
    expect(await write(2, 'after')).toBe('after');
  });
});

describe('cut', () => {
  const cases: [FaultPoint, 'failed' | 'unknown' | 'answered', number[]][] = [
    ['begin', 'failed', []],
    ['statement', 'failed', []],
    ['commit', 'unknown', []],
    ['committed', 'unknown', [1]],
    ['after', 'answered', [1]],
  ];
  test.each(cases)('at %s the writer is left with "%s" and the store holds %j', async (at, outcome, ids) => {
    const fault = proxy.arm({ at, action: 'cut' });
    const received = await write(1, 'aimed').then(
      () => 'answered',
      (error: unknown) => (error instanceof OutcomeUnknown ? 'unknown' : 'failed'),
    );
    expect(received).toBe(outcome);
    const hit = await fault.fired;
    expect(hit.at).toBe(at);
    await sleep(50);
    expect(await stored()).toEqual(ids);
    expect(await write(2, 'next')).toBe('next');
  });

  test('strikes only the transaction that is meant, as often as asked', async () => {
    const fault = proxy.arm({ at: 'committed', action: 'cut', match: 'insert-aimed', times: 2 });
    await write(1, 'other');
    await expect(write(2, 'aimed')).rejects.toBeInstanceOf(OutcomeUnknown);
    await write(3, 'other');
    await expect(write(4, 'aimed')).rejects.toBeInstanceOf(OutcomeUnknown);
    await write(5, 'aimed');
    expect(fault.hits.map(({ statements }) => statements.at(-1))).toEqual(
      Array(2).fill('insert-aimed\nINSERT INTO written VALUES ($1, $2)'),
    );
    expect(await stored()).toEqual([1, 2, 3, 4, 5]);
  });

  test('leaves another application alone', async () => {
    const fault = proxy.arm({ at: 'begin', action: 'cut', application: 'somebody else' });
    await write(1, 'own');
    expect(fault.hits).toEqual([]);
    fault.disarm();
  });

  test('strikes an auto-committed write, as text and with parameters', async () => {
    proxy.arm({ at: 'committed', action: 'cut', match: 'self' });
    await expect(behind.pool.query("INSERT INTO written VALUES (1, 'self')")).rejects.toThrow();
    proxy.arm({ at: 'committed', action: 'cut', match: /\$2/ });
    await expect(behind.pool.query('INSERT INTO written VALUES ($1, $2)', [2, 'self'])).rejects.toThrow();
    expect(await stored()).toEqual([1, 2]);
    proxy.arm({ at: 'commit', action: 'cut', match: 'INSERT' });
    await expect(behind.pool.query('INSERT INTO written VALUES ($1, $2)', [3, 'self'])).rejects.toThrow();
    await sleep(50);
    expect(await stored()).toEqual([1, 2]);
  });

  test('strikes in the middle of what is sent in one go', async () => {
    proxy.arm({ at: 'committed', action: 'cut', match: "'third'" });
    const client = new Client({ ...direct.connection, host: proxy.host, port: proxy.port });
    client.on('error', () => undefined);
    await client.connect();
    const sent = ['BEGIN', "INSERT INTO written VALUES (3, 'third')", 'COMMIT', 'SELECT 1'];
    const settled = await Promise.allSettled(sent.map((text) => client.query(text)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await stored()).toEqual([3]);
  });
});

describe('freeze', () => {
  test('at the commit nothing moves until it thaws, and then it is done', async () => {
    const fault = proxy.arm({ at: 'commit', action: 'freeze', match: 'insert-aimed' });
    const written = write(1, 'aimed');
    const hit = await fault.fired;
    await write(2, 'bystander');
    await sleep(100);
    expect(await stored()).toEqual([2]);
    hit.thaw();
    expect(await written).toBe('aimed');
    expect(await stored()).toEqual([1, 2]);
  });

  test('after the commit it is done but not acknowledged, and a cut then leaves it unknown', async () => {
    const fault = proxy.arm({ at: 'committed', action: 'freeze' });
    const written = write(1, 'aimed');
    const hit = await fault.fired;
    expect(await stored()).toEqual([1]);
    hit.cut();
    await expect(written).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  test('of all connections keeps new ones waiting too', async () => {
    await write(1, 'before');
    proxy.freezeAll();
    const written = Promise.all([write(2, 'within'), write(3, 'within')]);
    await sleep(100);
    expect(await stored()).toEqual([1]);
    proxy.thawAll();
    await written;
    expect(await stored()).toEqual([1, 2, 3]);
  });
});

describe('hold', () => {
  test('the client sees a loss while the old transaction may still commit, and then does', async () => {
    const fault = proxy.arm({ at: 'commit', action: 'hold', match: 'insert-aimed' });
    await expect(write(1, 'aimed')).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await stored()).toEqual([]);
    await write(2, 'meanwhile');
    const hit = await fault.fired;
    expect(await hit.release()).toBe('COMMIT');
    expect(await stored()).toEqual([1, 2]);
    expect(await hit.release()).toBe('gone');
  });

  test('dropped, it is rolled back', async () => {
    const fault = proxy.arm({ at: 'commit', action: 'hold' });
    await expect(write(1, 'aimed')).rejects.toBeInstanceOf(OutcomeUnknown);
    (await fault.fired).cut();
    // The key is free again as soon as PostgreSQL has seen the end of its client.
    await write(1, 'again');
    await storedSoon([1]);
  });
});

test('a delay only takes its time', async () => {
  const fault = proxy.arm({ at: 'committed', action: { delayMs: 150 } });
  const from = performance.now();
  await write(1, 'slow');
  expect(performance.now() - from).toBeGreaterThan(145);
  await fault.fired;
});

test('refused and reset connections come back when they may', async () => {
  await write(1, 'before');
  proxy.refuse(true);
  proxy.cutAll();
  expect(proxy.openCount()).toBe(0);
  await expect(write(2, 'refused')).rejects.toThrow();
  proxy.refuse(false);
  await write(3, 'after');
  expect(await stored()).toEqual([1, 3]);
});
