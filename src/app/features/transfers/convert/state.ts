import { type FormEvent, useState } from 'react';
import type { ConvertibleCoin } from '#protocol/wallets/entities/movement.ts';
import { amountProblem, type AmountProblem } from '../amount-check.ts';
import type { Converted } from '../mutations.ts';
import { useAvailable } from '../available.ts';
import { useLiveQuote } from './live-quote.ts';
import { useConvertSubmit } from './submit.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** The coins to begin with: the one asked for, and another one. */
function firstWay(coins: readonly ConvertibleCoin[], asked: string) {
  const has = (asset: string) => coins.some((coin) => coin.asset === asset);
  const from = has(asked) ? asked : 'USDT';
  const other = from === 'USDT' ? ['BTC', 'ETH'].find(has) : 'USDT';
  return { from, to: other ?? coins.find(({ asset }) => asset !== from)?.asset ?? from };
}

/** What is converted at which rate, what is wrong with it, and its way over the confirmation to the result. */
export function useConvertEntry(coins: readonly ConvertibleCoin[], asked: string) {
  const submit = useConvertSubmit();
  const [way, setWay] = useKeptState('conversion.way', () => firstWay(coins, asked));
  const [amount, setAmount] = useKeptState('conversion.amount', '');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [done, setDone] = useState<Converted | null>(null);
  const live = useAvailable('spot', undefined);
  const coin = coins.find(({ asset }) => asset === way.from);
  const shown = new Map(coins.filter((each) => each.available !== '0').map((each) => [each.asset, each.available]));
  const available = live ?? shown;
  const bounds = { available: available.get(way.from) ?? '0', minimum: coin?.minimum, maximum: coin?.maximum };
  const problem = amountProblem(amount, bounds);
  const quoted = useLiveQuote({ ...way, amount }, problem === null || problem === 'above-available');
  const { held, sent } = submit;
  const offer = sent === null ? quoted : { ...quoted, quote: sent, seconds: 0 };
  return {
    submit,
    way,
    amount,
    available,
    bounds,
    problem: shownProblem(problem, tried, amount),
    quoted,
    /** What is confirmed: the quote that was sent, while its outcome is unknown. */
    offer,
    confirming,
    done,
    forget: () => setDone(null),
    choose: (next: { from?: string; to?: string }) => {
      const { from = way.from, to = way.to } = next;
      submit.reset();
      // The other field takes what this one left, so that the two never name one coin.
      setWay(from === to ? { from: way.to, to: way.from } : { from, to });
      if (next.from !== undefined || from === to) setAmount('');
    },
    changeAmount: (next: string) => {
      submit.reset();
      setAmount(next);
    },
    request: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (sent === null) submit.reset();
      if (problem === null && offer.quote !== null && held === null) setConfirming(true);
    },
    stopConfirming: () => {
      if (!submit.waiting) setConfirming(false);
    },
    send: () => {
      if (offer.quote === null) return;
      submit.send(offer.quote, {
        onSuccess: (converted) => {
          setConfirming(false);
          setDone(converted);
          setAmount('');
          setTried(false);
        },
        // Whatever the exchange had against it, the rate on screen is not the one it would take.
        onError: () => quoted.renew(),
      });
    },
  };
}

export type ConvertEntry = ReturnType<typeof useConvertEntry>;

/** What is too much or too little is said while it is typed; that nothing is there only after trying. */
function shownProblem(problem: AmountProblem | null, tried: boolean, amount: string): AmountProblem | null {
  if (tried || problem === 'above-available' || problem === 'above-maximum') return problem;
  return problem === 'below-minimum' && amount !== '' && !/^0?\.?0*$/.test(amount) ? problem : null;
}
