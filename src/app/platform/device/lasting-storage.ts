import { dayMs } from '#protocol/core/durations.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/**
 * What the browser does with the data of this page when the device runs out of room: `kept` until the user deletes it,
 * or `evictable`; `unknown` until it answered, and where it cannot be asked.
 */
export type StorageState = 'unknown' | 'kept' | 'evictable';

export const storageState = observable<StorageState>('unknown');

const askedKey = 'dunlin.storage-asked';
/** Chromium decides by how much a page is used, so that a later answer may be another; Firefox asks the user. */
const askAgainMs = 30 * dayMs;

/** Reads what the browser promised, without asking for more. */
export async function readStorageState(): Promise<StorageState> {
  try {
    storageState.set((await navigator.storage.persisted()) ? 'kept' : 'evictable');
  } catch {
    // Blocked site data, an insecure address or an old browser: nothing can be said.
  }
  return storageState.get();
}

/** Asks the browser to keep this page's data, and writes down that it was asked. @returns what it promises now */
export async function askToKeepStorage(nowMs: number): Promise<StorageState> {
  try {
    await navigator.storage.persist();
    writeStored(askedKey, String(nowMs));
  } catch {
    // As above.
  }
  return readStorageState();
}

/**
 * Asks by itself once there is something to lose: after sign-in, or in the installed app; then at most once in 30 days,
 * and no more once it is kept.
 */
export async function keepStorage(nowMs: number): Promise<void> {
  const state = await readStorageState();
  if (state === 'evictable' && nowMs - Number(readStored(askedKey) ?? 0) >= askAgainMs) await askToKeepStorage(nowMs);
}
