import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { createTroubles, type Troubles } from '#server/core/jobs/troubles.ts';
import { checkStores, openObjectStores, type ObjectStores, watchedStores } from './object-stores.ts';
import { type S3Peer, startS3Peer } from './s3-testing.ts';
import { startBench, type StoreBench } from './store-testing.ts';
import { photo, testFiles, type TestFiles } from './testing.ts';
import { patience } from '../../../../tests/pace.ts';

/** Uploads and reads over HTTP, with bytes outside PostgreSQL. */

describe.each(['directory', 's3'] as const)('a photo that lies in a %s', (kind) => {
  let test: TestFiles;
  let bench: StoreBench;
  let stores: ObjectStores;
  let troubles: Troubles;
  beforeAll(async () => {
    test = await testFiles(undefined, async (database, clock) => {
      bench = await startBench(kind, database, clock);
      troubles = createTroubles(clock);
      stores = watchedStores(openObjectStores(bench.config, clock), troubles);
      await checkStores(database, stores);
      return stores;
    });
  });
  afterAll(async () => {
    await bench.close();
    await test.close();
  });

  it('is uploaded and shown as any other', async () => {
    const [user, other] = [await test.user(), await test.user()];
    const { code, data } = await test.upload(user.token, await photo(300, 200));
    expect(code).toBe(codes.success);
    const { id, bytes } = data as { id: string; bytes: number };
    const seen = await test.get(user.token, id);
    expect([seen.statusCode, seen.rawPayload.length, seen.headers['content-type']]).toEqual([200, bytes, 'image/jpeg']);
    expect((await test.get(other.token, id)).statusCode).toBe(404);
    expect(bench.objects()).toHaveLength(1);
    const { rows } = await test.database.pool.query('SELECT bytes, length FROM files');
    expect(rows).toEqual([{ bytes: null, length: bytes }]);
    expect(troubles.list()).toEqual([]);
  });

  it('answers "busy" while the store is unavailable, and is in trouble until it is back', async () => {
    const user = await test.user();
    const kept = (await test.upload(user.token, await photo(30, 20))).data as { id: string };
    const before = await countFiles();
    bench.away(true);
    const upload = await test.upload(user.token, await photo(30, 20));
    const seen = await test.get(user.token, kept.id);
    expect([upload.code, seen.statusCode, seen.json().code]).toEqual([codes.busyRetry, 503, codes.busyRetry]);
    expect(troubles.list()).toMatchObject([{ part: 'file store' }]);
    expect(await countFiles()).toBe(before);
    bench.away(false);
    expect((await test.get(user.token, kept.id)).statusCode).toBe(200);
    expect(troubles.list()).toEqual([]);
  });

  it('that was modified in the store is not shown', async () => {
    const user = await test.user();
    const kept = (await test.upload(user.token, await photo(30, 20))).data as { id: string };
    await bench.damage(kept.id, (bytes) => bytes.subarray(0, bytes.length - 1));
    const seen = await test.get(user.token, kept.id);
    expect([seen.statusCode, seen.json().code]).toEqual([500, codes.serverError]);
  });

  const countFiles = async () => Number((await test.database.pool.query('SELECT count(*) FROM files')).rows[0]?.count);
});

describe('a bucket that hangs', () => {
  let peer: S3Peer;
  const close: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const one of close) await one();
  });

  it('blocks no other request', async () => {
    const test = await testFiles(undefined, async (_database, clock) => {
      peer = await startS3Peer(clock);
      const s3 = { endpoint: peer.endpoint, region: 'eu-test-1', ...peer.keys };
      return openObjectStores({ fileStore: { kind: 's3', folder: 'images' }, s3 }, clock);
    });
    close.push(
      () => test.close(),
      () => peer.close(),
    );
    const users = await Promise.all(Array.from({ length: 16 }, () => test.user()));
    const image = await photo(30, 20);
    const arrived = peer.asked.length;
    peer.faults.always = 'hang';
    let answered = 0;
    const uploads = users.map(({ token }) => test.upload(token, image).finally(() => (answered += 1)));
    // All of them wait for the bucket at the same time, and none of them for PostgreSQL.
    await expect.poll(() => peer.asked.length - arrived, patience).toBeGreaterThan(8);
    // Those that had just asked for their user give their connections back while the bucket still hangs.
    const inUse = () => test.database.pool.totalCount - test.database.pool.idleCount;
    await expect.poll(inUse, { ...patience, interval: 5 }).toBeLessThan(4);
    expect(answered).toBe(0);
    expect(await test.call('GET nickName', users[0]?.token ?? '', {})).toMatchObject({ code: codes.success });
    expect((await Promise.all(uploads)).map(({ code }) => code)).toEqual(users.map(() => codes.busyRetry));
    peer.faults.always = null;
    expect((await test.upload(users[0]?.token ?? '', image)).code).toBe(codes.success);
  }, 30_000);
});

describe('a store that is not configured', () => {
  it('is in trouble, while the others are served', async () => {
    const test = await testFiles();
    const bench = await startBench('s3', test.database, test.clock);
    try {
      const old = openObjectStores(bench.config, test.clock);
      await test.database.pool.query(
        `INSERT INTO files (id, owner, purpose, width, height, at, place, object, length, sha256)
         VALUES ('x', 1, 'avatar', 1, 1, 0, $1, 'y', 1, '\\x00')`,
        [old.current?.place],
      );
      const troubles = createTroubles(test.clock);
      const stores = watchedStores(
        openObjectStores({ fileStore: { kind: 'postgres' }, s3: null }, test.clock),
        troubles,
      );
      await expect(checkStores(test.database, stores)).rejects.toBeInstanceOf(AggregateError);
      expect(troubles.list()).toMatchObject([{ part: 'file store' }]);
      await expect(checkStores(test.database, watchedStores(old, troubles))).resolves.toBeUndefined();
      await test.database.pool.query("DELETE FROM files WHERE id = 'x'");
    } finally {
      await bench.close();
      await test.close();
    }
  });
});
