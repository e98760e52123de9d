import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { moneyCall } from '#app/platform/api/api.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { randomId } from '#protocol/core/text/random-id.ts';
import { refreshCheckIn } from './queries.ts';

/**
 * The random id of this device, which stays when its user logs out: rewards are paid once a day to a device, whoever is
 * logged in. It says nothing about the device or its user.
 */
function deviceId(): string {
  const known = readStored(storageKeys.device);
  if (known !== null && /^[\w-]{16,64}$/.test(known)) return known;
  const made = randomId(crypto);
  writeStored(storageKeys.device, made);
  return made;
}

/** Checks in for today. */
export function checkInMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts }: { readonly facts: string }) =>
      moneyCall('POST checkIn', { device: deviceId() }, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshCheckIn(client),
  });
}
