import { useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useAccount, useBalance } from '#app/platform/stream/stream-hooks.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { isPriceAsked, mostOf, takenFor, takeProblem, type TakeTerms } from './check.ts';
import { changeTake, type TakeDraft } from './open-take.ts';
import { useTakeSubmit } from './submit.ts';

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
