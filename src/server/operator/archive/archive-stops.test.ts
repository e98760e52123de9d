import { mkdtempSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAhead } from '#server/core/archives/ahead.ts';
import { archiveFile, archivePartition, type ArchiveStep } from '#server/core/archives/archiving.ts';
import { manifestFile } from '#server/core/archives/manifest.ts';
import { readPartitions } from '#server/core/archives/partitions.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { archiveLimits } from '#server/core/store/store-limits.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { readConfig } from '#server/core/config/config.ts';
import { partitionedMinutes } from '#server/partitions/all.ts';
import { consoleBeside, settingsBeside } from '../testing.ts';
import { archiveCommands } from './archive-commands.ts';
import { longBefore, orderToArchive } from './testing.ts';

/** Archiving that is interrupted, or that takes long. */

const now = Date.now();
const old = longBefore(now);
const first = 'market_minutes_first';

let database: TestDatabase;
let folder: string;
let file: string;

beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-archive-'));
  file = archiveFile(folder, first);
  await keepAhead(database, partitionedMinutes, { now: old, narrow: true });
  await minutesFrom(old);
  await keepAhead(database, partitionedMinutes, { now, narrow: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await database.close();
});

const minutesFrom = (at: number) =>
  database.pool.query(
    `INSERT INTO market_minutes SELECT 'BTC_USDT', $1::bigint + nth * 60000, 1, 1, 1, 1, 3, 4 FROM generate_series(0, 9) AS nth`,
    [at],
  );

const take = (
  onStep?: (step: ArchiveStep) => Promise<void> | void,
  beside: Pick<TestDatabase, 'transaction'> = database,
) =>
  archivePartition(
    { ...database, ...beside },
    partitionedMinutes,
    orderToArchive({ partition: first, folder, now, onStep }),
  );

const names = async () => (await readPartitions(database.pool, 'market_minutes')).map(({ name }) => name);

const stopOnce = (wanted: ArchiveStep) => (step: ArchiveStep) => {
  if (step === wanted) throw new Error(`stopped once ${step}`);
};

test('no file is read within the transaction, which PostgreSQL ends when a large one keeps it waiting', async () => {
  const aside = `${file}.aside`;
  const transaction: TestDatabase['transaction'] = async (...given) => {
    renameSync(file, aside);
    return database.transaction(...given).finally(() => renameSync(aside, file));
  };
  await take(undefined, { transaction });
  expect(await names()).not.toContain(first);
});

test('statements on whole partitions have no time limit', async () => {
  const config = readConfig(settingsBeside(database));
  const beside = openBesideServer(config, archiveCommands['archive']?.limits);
  try {
    const { rows } = await beside.pool.query(
      `SELECT current_setting('statement_timeout') AS limit, current_setting('client_connection_check_interval') AS look`,
    );
    expect(rows).toEqual([{ limit: '0', look: '1s' }]);
  } finally {
    await beside.close();
  }
});

test.skipIf(process.platform === 'win32')('a statement ends soon after the process that waits for it', async () => {
  const beside = openDatabase(database.connection, { limits: archiveLimits });
  const lasting = expect(beside.pool.query('SELECT pg_sleep(60)')).rejects.toThrow('the connection');
  const running = async () =>
    (await database.pool.query("SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'")).rowCount;
  await vi.waitFor(async () => expect(await running()).toBe(1), { timeout: 10_000 });
  beside.destroyConnections(new Error('the connection went with its process'));
  await lasting;
  await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 10_000 });
  await beside.close();
});

test('an operator who stops while nobody else reaches the table does not keep them waiting', async () => {
  const waiting: Promise<unknown>[] = [];
  const taking = take(async (step) => {
    if (step !== 'noted') return;
    waiting.push(database.pool.query('SELECT FROM market_minutes'));
    await Promise.all(waiting);
  });
  await expect(taking).rejects.toThrow('the connection ended within a transaction');
  await expect(Promise.all(waiting)).resolves.toHaveLength(1);
  expect(await names()).toContain(first);
});

test('an archive is not written over by a partition of the same name', async () => {
  await take();
  const written = readFileSync(file);
  rmSync(manifestFile(file));
  // The partition that a clock makes which went back twice.
  await keepAhead(database, partitionedMinutes, { now: old, narrow: false });
  await minutesFrom(old);
  const [again = ''] = await names();
  await database.pool.query(`ALTER TABLE ${again} RENAME TO ${first}`);
  await expect(take()).rejects.toThrow('an older archive has its name');
  expect(readFileSync(file).equals(written)).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'a file that an interrupted run left is made durable before its rows go',
  async () => {
    await expect(take(stopOnce('written'))).rejects.toThrow('stopped');
    const any = await open(file, 'r');
    const handles = Object.getPrototypeOf(any) as FileHandle;
    await any.close();
    const sync = Reflect.get(handles, 'sync');
    const synced: string[] = [];
    vi.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return sync.call(this);
    });
    await take((step) => void synced.push(step));
    expect(synced).toEqual(['written', file, manifestFile(file), folder, path.dirname(folder), 'proved', 'noted']);
  },
);

test('a partition that was archived elsewhere is not archived again', async () => {
  await take();
  rmSync(file);
  const operator = consoleBeside(database);
  const refused = await operator(
    'archive',
    'take',
    first,
    folder,
    '--reason',
    'the disk is filling up',
    '--by',
    'grace',
  );
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('cannot be read') });
});
