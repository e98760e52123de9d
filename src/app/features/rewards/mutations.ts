import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { moneyCall } from '../../platform/api/api.ts';
import { refreshSignIn } from './queries.ts';

/** Signs in for today. */
export function checkInMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ facts }: { readonly facts: string }) => moneyCall('POST checkIn', {}, { about: { facts } }),
    meta: { quiet: true },
    onSettled: () => void refreshSignIn(client),
  });
}
