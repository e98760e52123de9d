import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFiles } from '../accounts/files/files.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { runConsole, settingsBeside } from './testing.ts';

/** Moving and checking files from the console. */

let database: TestDatabase;
let folder: string;
const ids: string[] = [];
beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-moved-'));
  const files = createFiles(database, () => Date.now());
  ids.length = 0;
  for (let nth = 0; nth < 120; nth += 1) {
    const image = { bytes: Buffer.from(`picture ${nth}`), width: 1, height: 1 };
    ids.push(await files.keep(100_001n + BigInt(nth), 'avatar', image));
  }
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const run = (settings: Record<string, string>, ...args: string[]) =>
  runConsole({ ...settingsBeside(database), ...settings }, args);
const places = async () => {
  const { rows } = await database.pool.query('SELECT place, count(*)::int AS files FROM files GROUP BY place');
  return rows;
};

it('moves all files to the configured store and back, reporting progress', async () => {
  const there = { FILE_STORE: path.join(folder, 'files') };
  const moved = await run(there, 'move-files');
  expect(moved.said).toBe(
    `120 files move to file://${folder}/files.\n50 of 120 files moved.\n100 of 120 files moved.\n120 of 120 files moved.\nDone.\n`,
  );
  expect(moved.code).toBe(0);
  expect(await places()).toEqual([{ place: `file://${folder}/files`, files: 120 }]);
  expect(await run(there, 'move-files')).toEqual({ code: 0, said: 'All files lie where FILE_STORE says.\n' });
  expect((await run(there, 'check-files')).said).toBe(
    '120 files read, 0 of them damaged or out of reach.\n0 unknown objects.\n',
  );
  expect((await run({}, 'move-files')).code).toBe(0);
  expect(await places()).toEqual([{ place: null, files: 120 }]);
});

it('reports what cannot be moved and leaves it there', async () => {
  await database.pool.query('UPDATE files SET bytes = $2 WHERE id = $1', [ids[7], Buffer.from('another')]);
  const { code, said } = await run({ FILE_STORE: folder }, 'move-files');
  expect(code).toBe(1);
  expect(said).toContain(`file ${ids[7]}: 7 bytes instead of 9`);
  expect(said).toMatch(/119 of 120 files moved; 1 could not be moved\.\nDone, but for those that are named above\.\n$/);
  expect(await places()).toEqual(expect.arrayContaining([{ place: null, files: 1 }]));
});

it('stops when the store does not answer, and changes nothing', async () => {
  const bucket = { FILE_STORE: 's3://images', S3_ENDPOINT: 'http://127.0.0.1:1' };
  const { code, said } = await run({ ...bucket, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'move-files');
  expect(code).toBe(1);
  expect(said).toContain('Run move-files again to go on.');
  expect(await places()).toEqual([{ place: null, files: 120 }]);
  expect((await run({}, 'move-files', 'now')).said).toMatch(/^move-files takes nothing/);
});
