import { storageKeys } from '../../../protocol/core/storage-keys.ts';
import { randomId } from '../../../protocol/core/text/random-id.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/**
 * The random id of this device, which stays when its user logs out: rewards are paid once a day to a device, whoever is
 * logged in. It says nothing about the device or its user.
 */
export function deviceId(): string {
  const known = readStored(storageKeys.device);
  if (known !== null && /^[\w-]{16,64}$/.test(known)) return known;
  const made = randomId(crypto);
  writeStored(storageKeys.device, made);
  return made;
}
