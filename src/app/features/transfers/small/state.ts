import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SmallBalance } from '#protocol/wallets/entities/movement.ts';
import { addDecimals, subtractDecimals, type Decimal } from '#protocol/core/decimal.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { useSteadyOrder } from '#app/features/assets/holdings.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { useAvailable } from '../available.ts';
import { smallMutation, type SmallConverted } from '../mutations.ts';
import { smallQuery } from '../queries.ts';

const calls = ['POST convert'] as const;
const ofThis = ({ asked }: Outcome) => asked['coins'] !== undefined;

/** Sums of the chosen balances, in the coin they are converted into. */
interface SmallSums {
  readonly worth: Decimal;
  readonly fee: Decimal;
  readonly receives: Decimal;
}

/** Adds up what balances bring, exactly as the exchange does. */
function smallSums(balances: readonly SmallBalance[]): SmallSums {
  const sum = (of: (balance: SmallBalance) => Decimal) =>
    balances.reduce((total, balance) => addDecimals(total, of(balance)), '0');
  const worth = sum((balance) => balance.worth);
  const fee = sum((balance) => balance.fee);
  return { worth, fee, receives: subtractDecimals(worth, fee) };
}

/** The small balances on offer, those chosen, and the way to the receipt. All are chosen until one is left out. */
export function useSmallBalances() {
  const query = useQuery(smallQuery);
  const submit = useSubmit(calls, smallMutation(useQueryClient()), ofThis);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<SmallConverted | null>(null);
  const now = useServerNow(1_000);
  const offer = query.data?.small ?? null;
  const balances = useSteadyOrder(offer?.balances ?? [], ({ asset }) => asset);
  const chosen = balances.filter(({ asset }) => !left.has(asset));
  const into = offer?.into ?? '';
  const shown = query.data?.coins.map(
    ({ asset, available }) => ({ wallet: 'spot', asset, amount: available }) as const,
  );
  const seconds = Math.max(0, Math.ceil(((offer?.quote?.expiresAt ?? 0) - now) / 1_000));
  const quote = seconds > 0 && query.error === null ? (offer?.quote ?? null) : null;
  return {
    query,
    submit,
    offer,
    balances,
    chosen,
    sums: smallSums(chosen),
    /** Available of the coin they are converted into. */
    held: useAvailable('spot', shown)?.get(into) ?? '0',
    /** The quote that holds now, and its seconds; null while it is renewed. */
    quote,
    seconds,
    done,
    forget: () => setDone(null),
    choose: (assets: readonly string[], isChosen: boolean) => {
      submit.reset();
      const next = new Set(left);
      for (const asset of assets) {
        if (isChosen) next.delete(asset);
        else next.add(asset);
      }
      setLeft(next);
    },
    send: () => {
      if (quote === null || chosen.length === 0) return;
      const request = { quote: quote.id, balances: chosen, into };
      // Whatever the exchange had against it, what is on screen is not what it would take.
      submit.send(request, { onSuccess: setDone, onError: () => void query.refetch() });
    },
  };
}

export type SmallEntry = ReturnType<typeof useSmallBalances>;
