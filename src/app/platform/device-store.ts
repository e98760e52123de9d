import { type UseStore, clear, createStore, del, get, set } from 'idb-keyval';

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

/** Empties the store. */
export function clearDevice(): Promise<void> {
  return withStore((open) => clear(open));
}
