import { storageKeys } from '#protocol/core/storage-keys.ts';
import { accountKey, session } from './session.ts';
import { remember, removeStored, writeStored } from '../storage/storage.ts';

/** Keeps a session after log-in or registration; where it does not fit on the device, as long as the page is open. */
export function signIn(token: string, account: string): void {
  // The token comes last: other tabs follow it, and then find whose it is.
  const entries = [
    [accountKey, account],
    [storageKeys.token, token],
  ] as const;
  if (!entries.every(([key, value]) => writeStored(key, value))) {
    // Half of a session, or half of an older one, must not be what the next page finds.
    for (const [key, value] of entries) {
      removeStored(key);
      remember(key, value);
    }
  }
  session.set({ token, account });
}
