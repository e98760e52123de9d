import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { forgetRemembered, readStored } from '../storage/storage.ts';

/** Who is signed in on this device. */
interface Session {
  /** Opaque; goes into the `Authorization` header and the stream's first message, never into an address. */
  readonly token: string;
  /** The user's id: caches are separated by it. */
  readonly account: string;
}

/** Under which the device holds whose session it is. */
export const accountKey = 'dunlin.account';

function stored(): Session | null {
  const token = readStored(storageKeys.token);
  const account = readStored(accountKey);
  return token === null || token === '' || account === null ? null : { token, account };
}

/** The session in force, or null for a visitor. */
export const session = observable<Session | null>(stored());

/** Follows sign-in and log-out of other tabs. `onEnded` runs when another tab logged out. */
export function followOtherTabs(onEnded: () => void): void {
  addEventListener('storage', (event) => {
    forgetRemembered(event.key);
    if (event.key !== storageKeys.token && event.key !== null) return;
    const before = session.get();
    const now = stored();
    if (before?.token === now?.token) return;
    session.set(now);
    if (before !== null && now === null) onEnded();
  });
}
