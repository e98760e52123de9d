import { useQueryClient, type QueryClient, mutationOptions } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { P2pOrder, P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { boardRoot } from '../board/queries.ts';
import { orderHref } from '../parts/order-href.ts';
import { formatCoins, formatFiat } from '../parts/fiat-money.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import type { TakeUnit } from './check.ts';
import { closeTake } from './open-take.ts';

const calls = ['POST tradeBuy', 'POST tradeSell'] as const;

/** An advert that is to be taken. */
interface TakeRequest {
  readonly side: P2pSide;
  readonly advert: Pick<ListedAdvert, 'id' | 'asset' | 'currency'>;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly in: TakeUnit;
  /** How the buyer pays, or the seller’s own collection method. */
  readonly method: string;
  /** A buyer confirmed what another cancellation costs. */
  readonly confirmed: boolean;
  /** What it comes to, for those who look for its outcome. */
  readonly taken: { readonly coins: Decimal; readonly money: Decimal };
}

/** Takes an advert; the same request sent again after a lost answer takes it once. */
function takeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({
      side,
      advert,
      price,
      amount,
      in: unit,
      method,
      confirmed,
      taken,
    }: TakeRequest): Promise<P2pOrder> => {
      const facts = `${formatCoins(taken.coins, advert.asset)} · ${formatFiat(taken.money, advert.currency)}`;
      const input = { advert: advert.id, price, amount, in: unit };
      return side === 'buy'
        ? moneyCall('POST tradeBuy', { ...input, method: method as PaymentMethod, confirmed }, { about: { facts } })
        : moneyCall('POST tradeSell', { ...input, method }, { about: { facts } });
    },
    meta: { quiet: true },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [boardRoot] });
      void client.invalidateQueries({ queryKey: ['otcOrderList'] });
    },
  });
}

/** Takes adverts, and goes on to the order. */
export function useTakeSubmit() {
  const client = useQueryClient();
  const router = useRouter();
  const { send, ...submit } = useSubmit(calls, takeMutation(client));
  return {
    ...submit,
    send: (request: TakeRequest, onError: (error: Error) => void) =>
      send(request, {
        onError,
        onSuccess: (order) => {
          closeTake();
          router.history.push(orderHref(order));
        },
      }),
  };
}
