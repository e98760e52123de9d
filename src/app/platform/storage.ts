/**
 * Local storage that never throws: private windows, a full quota and blocked site data make it refuse, and the
 * app must then work for as long as the page is open.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept there, so nothing needs to go.
  }
}

/** Keys that exist, for whoever wipes them. */
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
