import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal, moneyCall } from '#app/platform/api/api.ts';
import { storeFaucetWait } from './faucet-waits.ts';
import { walletQuery } from './queries.ts';

/**
 * Takes one coin from the faucet of practice mode. The next time is stored either way: the exchange sends
 * it with the coins and with a refusal that comes too early.
 */
export function takeCoinsMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (asset: string) => moneyCall('POST recharge', { chain: 'PRACTICE', asset }),
    meta: { quiet: true },
    onSuccess: ({ asset, nextAt }) => {
      if (nextAt !== null) storeFaucetWait(asset, nextAt);
      void client.invalidateQueries({ queryKey: walletQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['cashflow'] });
    },
    onError: (error, asset) => {
      const nextAt = nextTakeAt(error);
      if (nextAt !== null) storeFaucetWait(asset, nextAt);
    },
  });
}

/** When the coin is available again, from a refusal; null for every other failure. */
export function nextTakeAt(error: unknown): number | null {
  if (!(error instanceof ApiRefusal) || error.code !== codes.verificationTooOften) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('nextAt' in data)) return null;
  return typeof data.nextAt === 'number' ? data.nextAt : null;
}
