import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '#server/core/config/config.ts';
import type { Database } from '#server/core/store/database.ts';
import type { TestDatabase } from '#server/core/store/testing.ts';
import { objectName, type ObjectStore } from './object-store.ts';
import type { ObjectStores } from './object-stores.ts';
import { startS3Peer, type S3Peer } from './s3-testing.ts';

export type StoreKind = Config['fileStore']['kind'];
export const storeKinds: readonly StoreKind[] = ['postgres', 'directory', 's3'];

/** A file location with direct access for tests. */
export interface StoreBench {
  readonly config: Pick<Config, 'fileStore' | 's3'>;
  /** Names of its objects. */
  objects(): string[];
  /** Changes the stored bytes of a file; null removes them. */
  damage(id: string, change: (bytes: Buffer) => Buffer | null): Promise<void>;
  /** Makes the location unavailable, or available again. */
  away(isAway: boolean): void;
  /** The server behind `s3`. */
  readonly peer: S3Peer | null;
  close(): Promise<void>;
}

export async function startBench(kind: StoreKind, database: TestDatabase, clock: () => number): Promise<StoreBench> {
  const objectOf = async (id: string) => {
    const { rows } = await database.pool.query<{ object: string }>('SELECT object FROM files WHERE id = $1', [id]);
    return rows[0]?.object ?? '';
  };
  if (kind === 'directory') return directoryBench(objectOf);
  if (kind === 's3') return s3Bench(await startS3Peer(clock), objectOf);
  return {
    config: { fileStore: { kind: 'postgres' }, s3: null },
    objects: () => [],
    async damage(id, change) {
      const { rows } = await database.pool.query<{ bytes: Buffer }>('SELECT bytes FROM files WHERE id = $1', [id]);
      const changed = change(rows[0]?.bytes ?? Buffer.alloc(0)) ?? Buffer.alloc(0);
      await database.pool.query('UPDATE files SET bytes = $2 WHERE id = $1', [id, changed]);
    },
    away: () => undefined,
    peer: null,
    close: () => Promise.resolve(),
  };
}

function directoryBench(objectOf: (id: string) => Promise<string>): StoreBench {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-files-'));
  const root = path.join(folder, 'files of people');
  const pathOf = (object: string) => path.join(root, 'objects', object.slice(0, 2), object);
  return {
    config: { fileStore: { kind: 'directory', path: root }, s3: null },
    objects: () =>
      readdirSync(path.join(root, 'objects'), { recursive: true })
        .map((name) => path.basename(String(name)))
        .filter((name) => objectName.test(name)),
    async damage(id, change) {
      const file = pathOf(await objectOf(id));
      const changed = change(readFileSync(file));
      if (changed === null) rmSync(file);
      else writeFileSync(file, changed);
    },
    away(isAway) {
      const [from, to] = isAway ? [root, `${root} away`] : [`${root} away`, root];
      renameSync(from, to);
    },
    peer: null,
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  };
}

const prefix = 'people/of/';

function s3Bench(peer: S3Peer, objectOf: (id: string) => Promise<string>): StoreBench {
  return {
    config: {
      fileStore: { kind: 's3', folder: 'images/people/of' },
      s3: { endpoint: peer.endpoint, region: 'eu-test-1', ...peer.keys },
    },
    objects: () =>
      [...peer.objects.keys()].map((key) => key.slice(prefix.length)).filter((key) => objectName.test(key)),
    async damage(id, change) {
      const key = prefix + (await objectOf(id));
      const changed = change(peer.objects.get(key) ?? Buffer.alloc(0));
      if (changed === null) peer.objects.delete(key);
      else peer.objects.set(key, changed);
    },
    away(isAway) {
      peer.faults.always = isAway ? 'slow-down' : null;
    },
    peer,
    close: () => peer.close(),
  };
}

/** The process crashed here: nothing after it is executed. */
export class Killed extends Error {}

/** Crash points while writing, removing or moving bytes. */
export const killPoints = ['before put', 'after put', 'before commit', 'after commit'] as const;
export const removalKillPoints = ['before remove', 'after remove'] as const;
export type KillPoint = (typeof killPoints)[number] | (typeof removalKillPoints)[number];

/** Stores that crash the process at a point. */
export function killingStores(stores: ObjectStores, at: KillPoint): ObjectStores {
  const around = async <Answer>(step: 'put' | 'remove', work: () => Promise<Answer>): Promise<Answer> => {
    if (at === `before ${step}`) throw new Killed();
    const answer = await work();
    if (at === `after ${step}`) throw new Killed();
    return answer;
  };
  const killing = (store: ObjectStore): ObjectStore => ({
    ...store,
    put: (object, bytes) => around('put', () => store.put(object, bytes)),
    remove: (object) => around('remove', () => store.remove(object)),
  });
  return {
    current: stores.current === null ? null : killing(stores.current),
    at: (place) => killing(stores.at(place)),
  };
}

/** A database that crashes the process around the commit of a transaction. */
export function killingDatabase(database: Database, at: KillPoint): Database {
  return {
    ...database,
    async transaction(work, isolation) {
      const result = await database.transaction(async (tx) => {
        const done = await work(tx);
        if (at === 'before commit') throw new Killed();
        return done;
      }, isolation);
      if (at === 'after commit') throw new Killed();
      return result;
    },
  };
}
