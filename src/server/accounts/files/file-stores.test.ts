import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { checkFiles, removeUnknown } from './check-files.ts';
import { FileDamaged } from './file-bytes.ts';
import { createFiles, type Files, unusedFileLifeMs } from './files.ts';
import { countElsewhere, moveFiles } from './move-files.ts';
import { FileStoreAway } from './object-store.ts';
import { checkStores, openObjectStores, type ObjectStores } from './object-stores.ts';
import { removeDue } from './object-removals.ts';
import {
  Killed,
  killingDatabase,
  killingStores,
  killPoints,
  removalKillPoints,
  startBench,
  type StoreBench,
  type StoreKind,
  storeKinds,
} from './store-testing.ts';

/** The contract of files, tested for every location. */

let database: TestDatabase;
let now: number;
const clock = () => now;
let benches: StoreBench[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  // A database of its own for each of the tests takes longer than all of them.
  await database.pool.query('TRUNCATE files, object_removals');
  now = Date.UTC(2026, 0, 5);
  benches = [];
});
afterEach(async () => {
  await Promise.all(benches.map((bench) => bench.close()));
});

const owner = 100_001n;
const image = (length = 2_000) => ({ bytes: randomBytes(length), width: 8, height: 8 });

/** @param before whose bucket is still configured */
async function open(
  kind: StoreKind,
  before?: StoreBench,
): Promise<{ bench: StoreBench; stores: ObjectStores; files: Files }> {
  const bench = await startBench(kind, database, clock);
  benches.push(bench);
  const { fileStore, s3 } = bench.config;
  const stores = openObjectStores({ fileStore, s3: s3 ?? before?.config.s3 ?? null }, clock);
  await checkStores(database, stores);
  return { bench, stores, files: createFiles(database, clock, stores) };
}

async function rowsOf(table: 'files' | 'object_removals'): Promise<string[]> {
  const { rows } = await database.pool.query<{ object: string }>(
    `SELECT object FROM ${table} WHERE object IS NOT NULL ORDER BY object`,
  );
  return rows.map(({ object }) => object);
}

/** Invariant: every file can be read, and every object is referenced by one row. */
async function expectWhole(files: Files, bench: StoreBench): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM files');
  for (const { id } of rows) expect(await files.readAny(id)).toBeInstanceOf(Buffer);
  const named = [...(await rowsOf('files')), ...(await rowsOf('object_removals'))];
  expect(new Set(named).size).toBe(named.length);
  expect(named).toEqual(expect.arrayContaining(bench.objects()));
}

/** After a day and a sweep exactly the bytes of existing files are left. */
async function expectSwept(files: Files, bench: StoreBench): Promise<void> {
  now += unusedFileLifeMs + 1;
  await files.sweep();
  expect(await rowsOf('object_removals')).toEqual([]);
  expect(bench.objects().toSorted()).toEqual(await rowsOf('files'));
}

const use = (files: Files, ids: readonly string[]) =>
  database.transaction((tx) => files.use(tx, owner, 'identity', ids, 'real-name 1'));

describe.each(storeKinds)('files in %s', (kind) => {
  it('are returned unchanged to their owner, and leave nothing behind when deleted', async () => {
    const { bench, files } = await open(kind);
    const [one, other] = [image(), image(900_000)];
    const ids = [await files.keep(owner, 'identity', one), await files.keep(owner, 'identity', other)];
    expect(await files.read(owner, ids[0] ?? '')).toEqual(one.bytes);
    expect(await files.readAny(ids[1] ?? '')).toEqual(other.bytes);
    expect(await files.read(owner + 1n, ids[0] ?? '')).toBeNull();
    expect(bench.objects()).toHaveLength(kind === 'postgres' ? 0 : 2);
    await use(files, ids);
    await expectSwept(files, bench);
    expect(await files.read(owner, ids[0] ?? '')).toEqual(one.bytes);
    await database.transaction((tx) => files.release(tx, owner, [ids[0] ?? '']));
    expect(await files.read(owner, ids[0] ?? '')).toBeNull();
    await expectSwept(files, bench);
    expect(bench.objects()).toHaveLength(kind === 'postgres' ? 0 : 1);
  });

  it('are found by no other name', async () => {
    const { files } = await open(kind);
    const id = await files.keep(owner, 'identity', image());
    for (const name of [
      '',
      '.',
      '../x',
      `${id}/..`,
      '%2e%2e%2f',
      `${id}\u0000`.slice(0, -1) + ' ',
      '/etc/passwd',
      'probe',
    ]) {
      expect(await files.read(owner, name)).toBeNull();
    }
  });

  it.each(killPoints)('are complete when the exchange crashes %s', async (point) => {
    const { bench, stores, files } = await open(kind);
    await files.keep(owner, 'identity', image());
    const killed = createFiles(killingDatabase(database, point), clock, killingStores(stores, point));
    const outcome = await killed.keep(owner, 'identity', image()).then(
      () => 'kept',
      (error: unknown) => error,
    );
    // Bytes that go into PostgreSQL are put nowhere else.
    if (kind === 'postgres' && point.endsWith('put')) expect(outcome).toBe('kept');
    else expect(outcome).toBeInstanceOf(Killed);
    const { rows } = await database.pool.query('SELECT FROM files');
    expect(rows).toHaveLength(point === 'after commit' || outcome === 'kept' ? 2 : 1);
    await expectWhole(files, bench);
    await expectSwept(files, bench);
  });

  it.each(removalKillPoints)('leave nothing behind when a removal crashes %s', async (point) => {
    const { bench, stores, files } = await open(kind);
    const ids = [await files.keep(owner, 'identity', image()), await files.keep(owner, 'identity', image())];
    await use(files, ids);
    await database.transaction((tx) => files.release(tx, owner, [ids[0] ?? '']));
    const killed = removeDue(database, killingStores(stores, point), clock, () => false);
    if (kind === 'postgres') await killed;
    else await expect(killed).rejects.toBeInstanceOf(Killed);
    await expectWhole(files, bench);
    await expectSwept(files, bench);
    expect(await rowsOf('files')).toHaveLength(kind === 'postgres' ? 0 : 1);
  });

  it('that are stored, read, used and released concurrently stay consistent', async () => {
    const { bench, files } = await open(kind);
    const work = async (nth: number) => {
      const { bytes, ...rest } = image(20_000 + nth);
      const id = await files.keep(owner, 'identity', { bytes, ...rest });
      expect(await files.read(owner, id)).toEqual(bytes);
      if (nth % 3 === 0) await use(files, [id]);
      if (nth % 3 === 1) await database.transaction((tx) => files.release(tx, owner, [id]));
    };
    const sweeps = [files.sweep(), files.sweep()];
    await Promise.all([...Array.from({ length: 24 }, (_, nth) => work(nth)), ...sweeps]);
    await expectWhole(files, bench);
    await expectSwept(files, bench);
    const { rows } = await database.pool.query('SELECT FROM files');
    expect(rows).toHaveLength(8);
  });

  it.each<[what: string, change: (bytes: Buffer) => Buffer | null]>([
    ['truncated', (bytes) => bytes.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
    ['changed in one bit', (bytes) => Buffer.from(bytes.with(100, (bytes[100] ?? 0) ^ 1))],
    ['gone', () => null],
  ])('that are %s are never given out', async (_what, change) => {
    const { bench, files, stores } = await open(kind);
    const id = await files.keep(owner, 'identity', image());
    await bench.damage(id, change);
    await expect(files.read(owner, id)).rejects.toBeInstanceOf(FileDamaged);
    const faults: string[] = [];
    expect(await checkFiles(database, stores, (fault) => faults.push(fault))).toMatchObject({ read: 1, faults: 1 });
    expect(faults).toEqual([expect.stringContaining(id)]);
  });

  it('evicted by newer ones are removed with their bytes', async () => {
    const { bench, files } = await open(kind);
    for (let nth = 0; nth < 33; nth += 1) {
      now += 1;
      await files.keep(owner, 'identity', image(10));
    }
    await files.sweep();
    expect(bench.objects().toSorted()).toEqual(await rowsOf('files'));
    expect(bench.objects()).toHaveLength(kind === 'postgres' ? 0 : 30);
  });

  it.each(storeKinds.filter((other) => other !== kind))(
    'stay readable when the setting changes from %s, and move here whatever breaks it off',
    async (before) => {
      const old = await open(before);
      const kept = new Map<string, Buffer>();
      for (let nth = 0; nth < 9; nth += 1) {
        const one = image(100 + nth);
        kept.set(await old.files.keep(owner, 'identity', one), one.bytes);
      }
      await use(old.files, [...kept.keys()]);
      const { bench, files, stores } = await open(kind, old.bench);
      const expectAll = async () => {
        for (const [id, bytes] of kept) expect(await files.read(owner, id)).toEqual(bytes);
      };
      await expectAll();
      expect(await countElsewhere(database, stores)).toBe(9);
      const listeners = { onProgress: () => undefined, onFault: () => undefined };
      for (const point of killPoints.filter((one) => kind !== 'postgres' || one.endsWith('commit'))) {
        const killed = moveFiles(killingDatabase(database, point), killingStores(stores, point), clock, listeners);
        await expect(killed).rejects.toBeInstanceOf(Killed);
        await expectAll();
      }
      const left = await countElsewhere(database, stores);
      const progress: number[] = [];
      const outcome = await moveFiles(database, stores, clock, {
        ...listeners,
        onProgress: ({ moved }) => progress.push(moved),
      });
      expect(outcome).toEqual({ moved: left, failed: 0 });
      expect(progress.at(-1) ?? 0).toBe(left);
      expect(await countElsewhere(database, stores)).toBe(0);
      await expectAll();
      now += unusedFileLifeMs + 1;
      await files.sweep();
      await expectAll();
      expect(bench.objects().toSorted()).toEqual(await rowsOf('files'));
      expect(old.bench.objects()).toEqual([]);
      await expectWhole(files, bench);
    },
  );
});

describe.each(['directory', 's3'] as const)('files in %s', (kind) => {
  it('cannot be stored or read while it is unavailable, without blocking PostgreSQL', async () => {
    const { bench, files, stores } = await open(kind);
    const { bytes, ...rest } = image();
    const id = await files.keep(owner, 'identity', { bytes, ...rest });
    bench.away(true);
    const asked = [files.keep(owner, 'identity', image()), files.read(owner, id), checkStores(database, stores)];
    const outcomes = await Promise.allSettled(asked);
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : null));
    expect(reasons[0]).toBeInstanceOf(FileStoreAway);
    expect(reasons[1]).toBeInstanceOf(FileStoreAway);
    expect(reasons[2]).toBeInstanceOf(AggregateError);
    bench.away(false);
    await expectWhole(files, bench);
    expect(await files.read(owner, id)).toEqual(bytes);
    await files.keep(owner, 'identity', image());
    await expectSwept(files, bench);
  });

  it('are removed later when it is unavailable, in interruptible batches', async () => {
    const { bench, files, stores } = await open(kind);
    const ids: string[] = [];
    for (let nth = 0; nth < 150; nth += 1) ids.push(await files.keep(owner + BigInt(nth % 6), 'identity', image(10)));
    now += unusedFileLifeMs + 1;
    bench.away(true);
    await files.sweep().catch((error: unknown) => expect(error).toBeInstanceOf(FileStoreAway));
    expect(await rowsOf('object_removals')).toHaveLength(150);
    bench.away(false);
    expect(bench.objects()).toHaveLength(150);
    let portions = 0;
    now += 3_600_000;
    await removeDue(database, stores, clock, () => (portions += 1) > 1);
    expect(bench.objects()).toHaveLength(150 - 64);
    await expectSwept(files, bench);
    expect(bench.objects()).toEqual([]);
  }, 60_000);

  it('without a row are found by a check, and removed on the operator’s request', async () => {
    const { bench, files, stores } = await open(kind);
    await files.keep(owner, 'identity', image());
    const lost = ['a'.repeat(32), 'b'.repeat(32)];
    for (const object of lost) await stores.current?.put(object, Buffer.from('of a later backup'));
    await files.sweep();
    expect(bench.objects()).toHaveLength(3);
    const found = await checkFiles(database, stores, () => undefined);
    expect(found).toEqual({ read: 1, faults: 0, unknown: lost, isAll: true });
    await removeUnknown(database, stores, found.unknown);
    await files.sweep();
    expect(bench.objects()).toHaveLength(1);
  });

  it('are not written for a row that is a day late', async () => {
    const { bench, files, stores } = await open(kind);
    const slow: ObjectStores = {
      ...stores,
      current: {
        ...(stores.current as NonNullable<typeof stores.current>),
        async put(object, bytes) {
          await stores.current?.put(object, bytes);
          now += unusedFileLifeMs + 1;
          await files.sweep();
        },
      },
    };
    await expect(createFiles(database, clock, slow).keep(owner, 'identity', image())).rejects.toBeInstanceOf(
      FileStoreAway,
    );
    expect(bench.objects()).toEqual([]);
    expect(await rowsOf('files')).toEqual([]);
  });
});
