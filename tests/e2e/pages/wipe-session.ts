import { session } from '#app/platform/session/session.ts';
import { removeStored } from '#app/platform/storage/storage.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';

/** What log-out does first: the token goes, here and in the other tabs. */
export function wipeSession(): void {
  removeStored(storageKeys.token);
  session.set(null);
}
