import { mkdtempSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boundedAsks } from './bounded-asks.ts';
import { directoryStore } from './directory-store.ts';
import { FileStoreAway, type ObjectStore } from './object-store.ts';
import { createS3Requests } from './s3-requests.ts';
import { s3Store } from './s3-store.ts';
import { type S3Fault, type S3Peer, signatureFault, startS3Peer } from './s3-testing.ts';
import { startWatch } from '../../../../tests/pace.ts';

/** The stores behind the port, and their behaviour on failures. */

const now = Date.UTC(2026, 0, 5, 12);
const clock = () => now;
let folder: string;
let peer: S3Peer;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-store-'));
  peer = await startS3Peer(clock);
});
afterEach(() => {
  Object.assign(peer, { listMax: 1_000, aheadMs: 0, faults: { next: [], always: null } });
});
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true });
});

const access = () => ({ endpoint: peer.endpoint, region: 'eu-test-1', ...peer.keys });
const short = { withinMs: 1_500, limits: { tryMs: 400, tries: 3, pauseMs: 5 } };
/** Where nothing is said of how soon. */
const patient = { withinMs: 15_000, limits: { ...short.limits, tryMs: 10_000 } };
const root = () => path.join(folder, 'root');
const open: Record<'directory' | 's3', () => ObjectStore> = {
  directory: () => directoryStore(pathToFileURL(root()).href),
  s3: () => s3Store(access(), 'images/of/people', clock, patient),
};
const nameOf = (nth: number) => nth.toString(16).padStart(32, '0').split('').toReversed().join('');

describe.each(['directory', 's3'] as const)('a store in a %s', (kind) => {
  it('returns what was written, and nothing once it was removed', async () => {
    const store = open[kind]();
    await store.check(true);
    await store.check(false);
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    await store.put(nameOf(1), bytes);
    expect(await store.get(nameOf(1))).toEqual(bytes);
    expect(await open[kind]().get(nameOf(1))).toEqual(bytes);
    expect(await store.get(nameOf(2))).toBeNull();
    await store.remove(nameOf(1));
    await store.remove(nameOf(1));
    expect(await store.get(nameOf(1))).toBeNull();
  });

  it.each([
    '',
    '..',
    '../x',
    '../../etc/passwd',
    'A'.repeat(32),
    'a'.repeat(31),
    `${'a'.repeat(32)}/..`,
    'a'.repeat(33),
    'probe',
  ])('takes no other name for an object than those the exchange makes: %j', async (name) => {
    const store = open[kind]();
    await store.check(true);
    for (const outcome of await Promise.allSettled([
      store.put(name, Buffer.from('x')),
      store.get(name),
      store.remove(name),
    ])) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'this is no name of an object' } });
    }
  });

  it('lists every object once, page by page', async () => {
    const store = open[kind]();
    await store.check(true);
    peer.listMax = 7;
    const names = Array.from({ length: 40 }, (_, nth) => nameOf(nth + 1)).toSorted();
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const page: Awaited<ReturnType<ObjectStore['list']>> = await store.list(cursor === '' ? null : cursor);
      found.push(...page.objects);
      cursor = page.next;
    }
    expect(found.toSorted()).toEqual(names);
    expect(pages).toBe(kind === 's3' ? 6 : 1);
    await Promise.all(names.map((name) => store.remove(name)));
  });
});

describe('a directory', () => {
  it('is accessible only to its owner, and spreads files over folders', async () => {
    const store = open.directory();
    await store.check(true);
    await store.put('ab'.repeat(16), Buffer.from('x'));
    for (const below of ['', 'objects', 'incoming', 'objects/ab']) {
      expect(statSync(path.join(root(), below)).mode & 0o777).toBe(0o700);
    }
    expect(statSync(path.join(root(), 'objects/ab', 'ab'.repeat(16))).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(root(), 'incoming'))).toEqual([]);
  });

  it('whose disk is not mounted is unavailable, and is not recreated', async () => {
    const store = directoryStore(pathToFileURL(path.join(folder, 'mount point')).href);
    const asked = [
      store.check(false),
      store.put(nameOf(1), Buffer.from('x')),
      store.get(nameOf(1)),
      store.remove(nameOf(1)),
      store.list(null),
    ];
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(FileStoreAway) });
    }
    expect(readdirSync(folder)).not.toContain('mount point');
  });

  it('removes leftovers of an unfinished write after their lifetime', async () => {
    const store = open.directory();
    await store.check(true);
    const [old, young] = ['c', 'd'].map((letter) => path.join(root(), 'incoming', letter.repeat(32)));
    for (const file of [old ?? '', young ?? '']) writeFileSync(file, 'half');
    utimesSync(old ?? '', 1, 1);
    await store.tidy(Date.now() - 60_000);
    expect(readdirSync(path.join(root(), 'incoming'))).toEqual(['d'.repeat(32)]);
    // A name is written once: bytes of two writes are never mixed.
    await expect(store.put('d'.repeat(32), Buffer.from('x'))).rejects.toBeInstanceOf(FileStoreAway);
  });
});

describe('a signature', () => {
  it('is checked by the peer as AWS publishes it', () => {
    const keys = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
    const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
    const request = {
      method: 'GET',
      url: '/test.txt',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'x-amz-date': '20130524T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
      },
    };
    expect(signatureFault(request, keys, 'us-east-1')).toBeNull();
    expect(signatureFault({ ...request, url: '/test.txu' }, keys, 'us-east-1')).toBe('SignatureDoesNotMatch');
    expect(signatureFault({ ...request, method: 'PUT' }, keys, 'us-east-1')).toBe('SignatureDoesNotMatch');
  });

  it('that is wrong, or of another region, is refused at once', async () => {
    for (const wrong of [{ secretAccessKey: 'x' }, { accessKeyId: 'x' }, { region: 'eu-test-2' }]) {
      const store = s3Store({ ...access(), ...wrong }, 'images/x', clock, patient);
      const before = peer.asked.length;
      await expect(store.put(nameOf(1), Buffer.from('x'))).rejects.toThrow('HTTP 403');
      expect(peer.asked.length).toBe(before + 1);
    }
    expect(peer.objects.has(`x/${nameOf(1)}`)).toBe(false);
  });

  it('is dated by the store’s clock when ours is wrong', async () => {
    peer.aheadMs = 24 * 3_600_000;
    const store = open.s3();
    await store.put(nameOf(3), Buffer.from('x'));
    peer.aheadMs = -3_600_000;
    expect(await store.get(nameOf(3))).toEqual(Buffer.from('x'));
  });

  it('covers the body', async () => {
    const body = Buffer.from('what was signed');
    const send = createS3Requests(access(), clock, short.limits);
    const put = { method: 'PUT', path: '/images/x', body, answerMaxBytes: 10 } as const;
    expect(await send(put, AbortSignal.timeout(1_000))).toMatchObject({ status: 200 });
    expect(peer.objects.get('x')).toEqual(body);
  });
});

describe('a bucket', () => {
  it.each<[fault: S3Fault]>([['slow-down'], ['cut'], ['cut-after'], ['cut-within']])(
    'that fails twice and then serves is retried: %s',
    async (fault) => {
      const store = open.s3();
      const bytes = Buffer.alloc(200_000, 7);
      peer.faults.next = [fault, fault];
      // The answer of a PUT is empty: nothing of it can be cut.
      await store.put(nameOf(4), bytes);
      peer.faults.next = [fault, fault];
      expect(await store.get(nameOf(4))).toEqual(bytes);
      peer.faults.next = [fault, fault];
      await store.remove(nameOf(4));
      expect(peer.objects.has(`of/people/${nameOf(4)}`)).toBe(false);
    },
  );

  it.each<[fault: S3Fault]>([['slow-down'], ['cut'], ['cut-within'], ['hang'], ['endless'], ['redirect'], ['lost']])(
    'that keeps failing is unavailable, within the time and a few attempts: %s',
    async (fault) => {
      const store = s3Store(access(), 'images/of/people', clock, short);
      await store.put(nameOf(5), Buffer.alloc(1_000));
      peer.faults.always = fault;
      const before = peer.asked.length;
      const watch = startWatch();
      await expect(store.get(nameOf(5))).rejects.toBeInstanceOf(FileStoreAway);
      const { tookMs, allowedMs } = watch.stop();
      expect(tookMs).toBeLessThan(allowedMs(short.withinMs + 1_500));
      expect(peer.asked.length - before).toBeLessThanOrEqual(short.limits.tries);
    },
  );

  it('without the bucket is unavailable, not empty', async () => {
    const store = s3Store(access(), 'another/x', clock, patient);
    await expect(store.get(nameOf(1))).rejects.toThrow('NoSuchBucket');
    await expect(store.check(false)).rejects.toBeInstanceOf(FileStoreAway);
  });
});

describe('requests to a hanging store', () => {
  it('are limited, wait in a short queue, and each ends in time', async () => {
    const ask = boundedAsks({ atOnce: 2, waitingMax: 3, withinMs: 100 });
    const ends: (() => void)[] = [];
    let running = 0;
    const hang = () =>
      ask(() => {
        running += 1;
        return new Promise<void>((resolve) => void ends.push(resolve));
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, hang));
    expect(outcomes.every((one) => one.status === 'rejected' && one.reason instanceof FileStoreAway)).toBe(true);
    // Abandoned ones keep their slot until they really end, so no more were started.
    expect(running).toBe(2);
    await expect(hang()).rejects.toBeInstanceOf(FileStoreAway);
    expect(running).toBe(2);
    for (const end of ends) end();
    await Promise.resolve();
    expect(await ask(() => Promise.resolve('served'))).toBe('served');
  });

  it('are served in turn, and a failing one frees its slot', async () => {
    const ask = boundedAsks({ atOnce: 1, waitingMax: 10, withinMs: 5_000 });
    const order: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, nth) =>
        ask(async () => {
          order.push(nth);
          if (nth === 1) throw new Error('of the work');
          return nth;
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});

describe('tidying a directory', () => {
  it('skips a file that is gone by the time it is read', async () => {
    const store = open.directory();
    await store.check(true);
    // A dangling link is listed but cannot be read, like a file moved in between.
    symlinkSync(path.join(folder, 'nothing'), path.join(root(), 'incoming', 'moved'));
    await store.tidy(now - 86_400_000);
  });
});
