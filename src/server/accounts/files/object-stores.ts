import { pathToFileURL } from 'node:url';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Troubles } from '#server/core/jobs/troubles.ts';
import { directoryStore } from './directory-store.ts';
import { FileStoreAway, type ObjectStore } from './object-store.ts';
import { placeOfS3, s3Store } from './s3-store.ts';

/** The stores of a running exchange: the current one, and those of earlier settings. */
export interface ObjectStores {
  /** Where new files go; null: into PostgreSQL. */
  readonly current: ObjectStore | null;
  /** The store referenced by a row. @throws FileStoreAway when it is not configured */
  at(place: string): ObjectStore;
}

/** Everything in PostgreSQL. */
export const noObjectStores: ObjectStores = {
  current: null,
  at: (place) => {
    throw unreachable(place);
  },
};

type FileSettings = Pick<Config, 'fileStore' | 's3'>;

/**
 * The stores of the settings. Any directory can be opened by its place; buckets only at the endpoint that the settings
 * hold the keys of.
 */
export function openObjectStores({ fileStore, s3 }: FileSettings, clock: Clock): ObjectStores {
  const opened = new Map<string, ObjectStore>();
  const open = (place: string): ObjectStore => {
    if (place.startsWith('file:')) return directoryStore(place);
    const start = s3 === null ? null : placeOfS3(s3.endpoint, '');
    if (s3 !== null && start !== null && place.startsWith(start)) {
      return s3Store(s3, place.slice(start.length), clock);
    }
    throw unreachable(place);
  };
  const at = (place: string): ObjectStore => {
    const store = opened.get(place) ?? open(place);
    opened.set(place, store);
    return store;
  };
  const place = placeOf({ fileStore, s3 });
  return { current: place === null ? null : at(place), at };
}

function placeOf({ fileStore, s3 }: FileSettings): string | null {
  switch (fileStore.kind) {
    case 'postgres':
      return null;
    case 'directory':
      return pathToFileURL(fileStore.path).href;
    case 's3':
      if (s3 === null) throw new Error('a bucket without its keys');
      return placeOfS3(s3.endpoint, fileStore.folder);
  }
}

function unreachable(place: string): FileStoreAway {
  return new FileStoreAway(`the settings do not lead to the files at ${place}`);
}

/** Its name in health and troubles. */
const part = 'file store';

/**
 * The same stores, each reporting when it is unavailable, and its recovery with the first answer. The part is in
 * trouble as long as one of them is.
 *
 * @param onAway called with the failure that started an outage
 */
export function watchedStores(
  stores: ObjectStores,
  troubles: Pick<Troubles, 'failing' | 'working'>,
  onAway: (error: FileStoreAway, place: string) => void = () => undefined,
): ObjectStores {
  const away = new Set<string>();
  const watch = async <Answer>(place: string, asked: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await asked();
      if (away.delete(place) && away.size === 0) troubles.working(part);
      return answer;
    } catch (error) {
      if (error instanceof FileStoreAway) {
        if (!away.has(place)) onAway(error, place);
        away.add(place);
        troubles.failing(part);
      }
      throw error;
    }
  };
  const watched = new Map<string, ObjectStore>();
  const at = (place: string): ObjectStore => {
    const known = watched.get(place);
    if (known !== undefined) return known;
    // Resolved each time, so that a store that is not configured is reported.
    const store = () => stores.at(place);
    const made: ObjectStore = {
      place,
      check: (isNew) => watch(place, async () => store().check(isNew)),
      put: (object, bytes) => watch(place, async () => store().put(object, bytes)),
      get: (object) => watch(place, async () => store().get(object)),
      // Removals are retried in the background: an abandoned store must not be in trouble over its leftovers.
      remove: async (object) => store().remove(object),
      list: (cursor) => watch(place, async () => store().list(cursor)),
      tidy: (beforeMs) => watch(place, async () => store().tidy(beforeMs)),
    };
    watched.set(place, made);
    return made;
  };
  return { current: stores.current === null ? null : at(stores.current.place), at };
}

/**
 * Checks every store referenced by a row, and the current one.
 *
 * @throws AggregateError with the failures of the unavailable ones
 */
export async function checkStores({ pool }: Pick<Database, 'pool'>, stores: ObjectStores): Promise<void> {
  const named = await placesOf(pool, 'files');
  const { current } = stores;
  const places = new Set(current === null ? named : [...named, current.place]);
  const outcomes = await Promise.allSettled(
    [...places].map(async (place) => stores.at(place).check(!named.includes(place))),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'files are away');
}

/** The distinct stores referenced by a table; reads one index row for each. */
export async function placesOf(pool: Database['pool'], table: 'files' | 'object_removals'): Promise<string[]> {
  const { rows } = await pool.query<{ place: string }>(
    `WITH RECURSIVE named AS (
       (SELECT place FROM ${table} WHERE place IS NOT NULL ORDER BY place LIMIT 1)
       UNION ALL
       SELECT (SELECT t.place FROM ${table} t WHERE t.place > named.place ORDER BY t.place LIMIT 1)
         FROM named WHERE named.place IS NOT NULL)
     SELECT place FROM named WHERE place IS NOT NULL`,
  );
  return rows.map(({ place }) => place);
}
