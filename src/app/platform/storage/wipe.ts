import type { QueryClient } from '@tanstack/react-query';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { call } from '../api/api.ts';
import { clearDevice } from './device-store.ts';
import { session } from '../session/session.ts';
import { removeStored, storedKeys } from './storage.ts';

/** Choices about the device, not about the user: they stay. */
const staying: ReadonlySet<string> = new Set([
  storageKeys.language,
  storageKeys.theme,
  storageKeys.upDown,
  storageKeys.textSize,
  storageKeys.device,
]);

/** Caches of the service worker that hold what belongs to one user start with this. */
export const privateCachePrefix = 'private-';

/** How long log-out waits for the exchange; offline it continues without. */
const farewellMs = 1_500;

/**
 * Removes every trace of the user from this device: session, answers in memory and in IndexedDB, private caches,
 * local storage but language, theme and how large texts are. Needs no network. Other tabs follow because the token
 * went.
 */
export async function wipeDevice(client: QueryClient): Promise<void> {
  // The token goes first: whatever fails below, no user is signed in any more.
  removeStored(storageKeys.token);
  session.set(null);
  await client.cancelQueries();
  client.clear();
  for (const key of storedKeys()) if (!staying.has(key)) removeStored(key);
  try {
    sessionStorage.clear();
  } catch {
    // Site data is blocked, so there is none.
  }
  await Promise.allSettled([clearDevice(), deletePrivateCaches(), dropMessages()]);
}

async function deletePrivateCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(privateCachePrefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Push messages to this device end with the session, even when the exchange cannot be reached; shown ones are removed.
 */
async function dropMessages(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Logs out: notifies the exchange when it can be reached, and wipes the device in any case. */
export async function logOut(client: QueryClient): Promise<void> {
  const loggedOut = call('POST logout', {}).catch(() => undefined);
  const waited = new Promise<void>((resolve) => {
    setTimeout(resolve, farewellMs);
  });
  await Promise.race([loggedOut, waited]);
  await wipeDevice(client);
}
