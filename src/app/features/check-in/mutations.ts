import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { moneyCall } from '../../platform/api/api.ts';
import { deviceId } from '../../platform/session/device-id.ts';
import { refreshCheckIn } from './queries.ts';

/** Signs in for today. */
export function checkInMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts }: { readonly facts: string }) =>
      moneyCall('POST checkIn', { device: deviceId() }, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshCheckIn(client),
  });
}
