import { type UseStore, clear, createStore, del, get, promisifyRequest, set } from 'idb-keyval';

/** IndexedDB of the app: one store of keys and values. */
const databaseName = 'dunlin';
const storeName = 'kept';

let store: UseStore | null = null;

/**
 * Runs one step, and once more on a new handle when the first one died: iOS drops handles of pages in the
 * background ("Connection to Indexed Database server lost").
 */
async function withStore<Result>(step: (store: UseStore) => Promise<Result>): Promise<Result> {
  store ??= createStore(databaseName, storeName);
  try {
    return await step(store);
  } catch {
    store = createStore(databaseName, storeName);
    return await step(store);
  }
}

export function readDevice<Value>(key: string): Promise<Value | undefined> {
  return withStore((open) => get<Value>(key, open));
}

export function writeDevice(key: string, value: unknown): Promise<void> {
  return withStore((open) => set(key, value, open));
}

export function removeDevice(key: string): Promise<void> {
  return withStore((open) => del(key, open));
}

/**
 * Changes what stands under a key in one transaction, so that two tabs lose nothing of each other.
 *
 * @param change gets the value as it stands and answers the next one; undefined removes the key
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
