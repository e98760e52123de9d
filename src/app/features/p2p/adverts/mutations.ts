import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { formatCoins } from '../parts/fiat-money.ts';
import { refreshMerchant } from '../merchants/queries.ts';

/** An advert to be published: what it is called with depends on its side. */
export type AdvertRequest =
  | { readonly side: 'buy'; readonly input: CallInput<'POST otcBuy'> }
  | { readonly side: 'sell'; readonly input: CallInput<'POST otcSell'> };

export const publishCalls = ['POST otcBuy', 'POST otcSell'] as const;
export const withdrawCalls = ['POST cancelOrder'] as const;

/** Publishes an advert. */
export function publishMutation(client: QueryClient) {
  return mutationOptions<OwnAdvert, Error, AdvertRequest>({
    mutationFn: (request) => {
      const about = { facts: formatCoins(request.input.amount, request.input.asset) };
      return request.side === 'buy'
        ? moneyCall('POST otcBuy', request.input, { about })
        : moneyCall('POST otcSell', request.input, { about });
    },
    meta: { quiet: true },
    onSettled: () => void refreshMerchant(client),
  });
}

/** Withdraws an advert; what a sell advert holds becomes available again. */
export function withdrawMutation(client: QueryClient) {
  return mutationOptions<OwnAdvert, Error, Pick<OwnAdvert, 'id' | 'available' | 'asset'>>({
    mutationFn: ({ id, available, asset }) =>
      moneyCall('POST cancelOrder', { id }, { about: { facts: formatCoins(available, asset) } }),
    meta: { quiet: true },
    onSettled: () => void refreshMerchant(client),
  });
}
