import { storageKeys } from '#protocol/core/storage-keys.ts';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { readStored, removeStored, writeStored } from '#app/platform/storage/storage.ts';

/** How the user wants to unlock the app; the device itself decides which of them it asks for. */
export type UnlockWay = 'fingerprint' | 'face';

/** What this device checks its own passkey with; there is nothing secret in it. */
export type UnlockKey = Pick<Passkey, 'credential' | 'publicKey' | 'algorithm'>;

const flagOf = { fingerprint: storageKeys.fingerprintFlag, face: storageKeys.faceFlag } as const;
/** Beside the product's flags; log-out takes it away with everything else of the user. */
const keyOfDevice = 'dunlin.unlock';

function stored(): Readonly<Record<UnlockWay, boolean>> {
  return { fingerprint: readStored(flagOf.fingerprint) === '1', face: readStored(flagOf.face) === '1' };
}

/** Which ways are switched on (spec point 3: the flags `fingerBool` and `isface`). */
export const unlockWays = observable(stored());
// A log-out took the flags away with everything else of the user before.
session.subscribe(() => unlockWays.set(stored()));

export function isUnlockOn(): boolean {
  const { fingerprint, face } = stored();
  return fingerprint || face;
}

/** The key of this device's passkey, or null when none is stored or the stored value is no key. */
export function unlockKey(): UnlockKey | null {
  try {
    const kept = JSON.parse(readStored(keyOfDevice) ?? 'null') as Partial<Record<keyof UnlockKey, unknown>> | null;
    if (kept === null || typeof kept !== 'object') return null;
    const { credential, publicKey, algorithm } = kept;
    const isKey = typeof credential === 'string' && typeof publicKey === 'string';
    return isKey && (algorithm === 'ES256' || algorithm === 'RS256') ? { credential, publicKey, algorithm } : null;
  } catch {
    return null;
  }
}

/** Switches a way on. The passkey has just verified the user, so users cannot lock themselves out. */
export function switchUnlockOn(way: UnlockWay, { credential, publicKey, algorithm }: UnlockKey): void {
  writeStored(keyOfDevice, JSON.stringify({ credential, publicKey, algorithm }));
  writeStored(flagOf[way], '1');
  unlockWays.set(stored());
}

/** Switches a way off; with the last one the key goes too. */
export function switchUnlockOff(way: UnlockWay): void {
  writeStored(flagOf[way], '0');
  if (!isUnlockOn()) removeStored(keyOfDevice);
  unlockWays.set(stored());
}

/** The user was verified in this launch (spec point 3: the flag `isFinger`, which every launch sets to false). */
export function noteUnlocked(): void {
  writeStored(storageKeys.fingerprintActive, 'true');
}
