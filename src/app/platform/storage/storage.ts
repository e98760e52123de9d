/**
 * Local storage that never throws: private windows, a full quota and blocked site data make it refuse, and the
 * app must then work for as long as the page is open.
 */

/** What could not be written: newer than what the device holds under the same key. */
const memory = new Map<string, string>();

/** Key prefix of answers that the first paint needs; the exchange can send them again, so they are evicted first. */
export const bootKeyPrefix = 'dunlin.boot.';

export function readStored(key: string): string | null {
  const remembered = memory.get(key);
  if (remembered !== undefined) return remembered;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether it is on the device; else it is remembered until the page ends */
export function writeStored(key: string, value: string): boolean {
  const isKept = tryWriting(key, value) || (makeRoom(key) && tryWriting(key, value));
  if (isKept) memory.delete(key);
  else memory.set(key, value);
  return isKept;
}

/** Keeps a value as long as the page is open, whatever the device holds under its key. */
export function remember(key: string, value: string): void {
  memory.set(key, value);
}

function tryWriting(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Gives up answers that can be asked for again; false when there are none. */
function makeRoom(key: string): boolean {
  const spare = storedKeys().filter((each) => each.startsWith(bootKeyPrefix) && each !== key);
  for (const each of spare) removeStored(each);
  return spare.length > 0;
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored there, so there is nothing to remove.
  }
}

/** Another tab changed what the device holds under a key, or with null under all: what this page remembers is older. */
export function forgetRemembered(key: string | null): void {
  if (key === null) memory.clear();
  else memory.delete(key);
}

/** Existing keys, for wiping. */
export function storedKeys(): string[] {
  const keys = new Set(memory.keys());
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key !== null) keys.add(key);
    }
  } catch {
    // Only what is in memory can be listed.
  }
  return [...keys];
}
