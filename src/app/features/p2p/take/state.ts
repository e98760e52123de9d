import { useState } from 'react';
import { useQueryClient, type QueryClient, mutationOptions } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { codes } from '#protocol/core/codes.ts';
import type { P2pSide, ListedAdvert, P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import { ApiRefusal, moneyCall } from '#app/platform/api/api.ts';
import { useAccount, useBalance } from '#app/platform/stream/stream-hooks.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { isPriceAsked, mostOf, takenFor, takeProblem, type TakeTerms, type TakeUnit } from './check.ts';
import { changeTake, type TakeDraft, closeTake } from './open-take.ts';
import { boardRoot } from '../board/queries.ts';
import { orderHref } from '../parts/order-href.ts';
import { formatCoins, formatFiat } from '../parts/fiat-money.ts';

/** What a refusal of the taking says about the advert as it is now. */
interface RefusedTerms {
  readonly price?: Decimal;
  readonly min?: Decimal;
  readonly max?: Decimal;
  readonly available?: Decimal;
  /** A bound of the taker, worth in USDT. */
  readonly limit?: Decimal;
  /** Of a refusal that has more than one reason. */
  readonly why?: string;
}

export function refusedTerms(error: unknown): RefusedTerms {
  return error instanceof ApiRefusal && typeof error.data === 'object' && error.data !== null ? error.data : {};
}

/** What can be sold out of the fiat wallet, or null before the account is known. */
function useFiatBalance(asset: string): Decimal | null {
  const reported = useAccount() !== null;
  const balance = useBalance('fiat', asset);
  return balance?.available ?? (reported ? '0' : null);
}

/** What is taken, what is wrong with it, and its sending. */
export function useTakeEntry(advert: ListedAdvert, side: P2pSide, draft: TakeDraft) {
  const submit = useTakeSubmit();
  const facts = useCoinFacts()(advert.asset);
  const held = useFiatBalance(advert.asset);
  const [agreed, setAgreed] = useState(advert.price ?? '0');
  const [reported, setReported] = useState<{ readonly of: string; readonly terms: RefusedTerms } | null>(null);
  const refused = refusedTerms(submit.error);
  // What a refusal says counts until the list or the stream says something newer.
  const { min, max, available, ...newest } = {
    ...advert,
    ...(reported !== null && reported.of === termsKey(advert) ? known(reported.terms) : {}),
  };
  const price = newest.price ?? '0';
  const terms: TakeTerms = { currency: advert.currency, price, min, max, available, coinPlaces: facts.decimals };
  const balance = side === 'sell' ? held : null;
  const taken = takenFor(draft.typed, draft.in, terms);
  const isMoved =
    submit.error instanceof ApiRefusal && submit.error.code === codes.orderUpdated && refused.price !== undefined;
  const asksPrice = newest.price !== null && agreed !== price && (isMoved || isPriceAsked(side, agreed, price));
  return {
    submit,
    terms,
    taken,
    balance,
    agreed,
    asksPrice,
    hasPrice: newest.price !== null,
    problem: takeProblem(taken, terms, balance),
    most: mostOf(draft.in, terms, balance),
    agree: () => {
      setAgreed(price);
      submit.reset();
    },
    type: (typed: string) => {
      if (submit.error !== null) submit.reset();
      changeTake({ typed });
    },
    /** Types the other one of coins and money, for the same order. */
    swap: () => {
      const isMoney = draft.in === 'currency';
      const other = isMoney ? taken.coins : taken.money;
      submit.reset();
      changeTake({ in: isMoney ? 'coin' : 'currency', typed: other === '0' ? '' : other });
    },
    /** @param confirmed a buyer confirmed what another cancellation costs */
    send: (method: string, confirmed = false) => {
      setAgreed(price);
      submit.send({ side, advert, price, amount: draft.typed, in: draft.in, method, confirmed, taken }, (error) =>
        setReported({ of: termsKey(advert), terms: refusedTerms(error) }),
      );
    },
  };
}

function termsKey({ price, min, max, available }: ListedAdvert): string {
  return [price, min, max, available].join(' ');
}

function known({ price, min, max, available, why }: RefusedTerms): Partial<ListedAdvert> {
  // The taker's own limit does not change the terms of the advert.
  if (why !== undefined) return {};
  return {
    ...(price === undefined ? {} : { price }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(available === undefined ? {} : { available }),
  };
}

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
function useTakeSubmit() {
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
