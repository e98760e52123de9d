import { type UseStore, clear, del, get, promisifyRequest } from 'idb-keyval';

/** IndexedDB of the app: one store of keys and values. */
const databaseName = 'dunlin';
const storeName = 'kept';
/** How long to wait for another tab to close a broken database. */
const blockedMs = 2_000;

let store: UseStore | null = null;

/**
 * Opens the database when it is needed, and mends one that cannot be used: a database without its store gets one, a
 * file that the browser cannot read any more is thrown away. Its content is lost then; the outbox notifies the user.
 */
function openStore(): UseStore {
  let opening: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opening = null;
  };
  return async (mode, step) => {
    opening ??= openDatabase(forget);
    try {
      const open = await opening;
      return await step(open.transaction(storeName, mode).objectStore(storeName));
    } catch (error) {
      forget();
      throw error;
    }
  };
}

async function openDatabase(onGone: () => void): Promise<IDBDatabase> {
  // A single failure may be momentary, as on a phone that just woke up: stored data is not thrown away for it.
  const opening = opened(undefined).catch(() => opened(undefined));
  const open = await opening.catch(async () => {
    await settled(indexedDB.deleteDatabase(databaseName));
    return opened(undefined);
  });
  const isWhole = open.objectStoreNames.contains(storeName);
  const { version } = open;
  if (!isWhole) open.close();
  const whole = isWhole ? open : await opened(version + 1);
  whole.addEventListener('close', onGone);
  // A tab that repairs or removes the database does not wait for this one.
  whole.addEventListener('versionchange', () => {
    whole.close();
    onGone();
  });
  return whole;
}

function opened(version: number | undefined): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, version);
  request.addEventListener('upgradeneeded', () => {
    const { objectStoreNames } = request.result;
    if (!objectStoreNames.contains(storeName)) request.result.createObjectStore(storeName);
  });
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result> | IDBOpenDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Result));
    request.addEventListener('error', (event) => {
      event.preventDefault();
      reject(request.error ?? new Error('the device gave no reason'));
    });
    request.addEventListener('blocked', () => {
      setTimeout(() => reject(new Error('another tab holds the database')), blockedMs);
    });
  });
}

/**
 * Runs one step, and once more on a new handle when the first one died: iOS drops handles of pages in the
 * background ("Connection to Indexed Database server lost").
 */
async function withStore<Result>(step: (store: UseStore) => Promise<Result>): Promise<Result> {
  store ??= openStore();
  try {
    return await step(store);
  } catch {
    store = openStore();
    return await step(store);
  }
}
export function readDevice<Value>(key: string): Promise<Value | undefined> {
  return withStore((open) => get<Value>(key, open));
}

export function writeDevice(key: string, value: unknown): Promise<void> {
  return withStore((open) =>
    open('readwrite', (kept) => {
      kept.put(value, key);
      // A page that is left a moment later aborts a transaction that was not committed explicitly.
      kept.transaction.commit();
      return promisifyRequest(kept.transaction);
    }),
  );
}

export function removeDevice(key: string): Promise<void> {
  return withStore((open) => del(key, open));
}

/**
 * Changes the value of a key in one transaction, so that two tabs do not overwrite each other.
 *
 * @param change takes the current value and returns the next one; undefined removes the key
 */
export function changeDevice<Value>(key: string, change: (value: Value | undefined) => Value | undefined) {
  return withStore((open) =>
    open('readwrite', async (kept) => {
      const next = change((await promisifyRequest(kept.get(key))) as Value | undefined);
      if (next === undefined) kept.delete(key);
      else kept.put(next, key);
      return promisifyRequest(kept.transaction);
    }),
  );
}

/** Empties the store. */
export function clearDevice(): Promise<void> {
  return withStore((open) => clear(open));
}
