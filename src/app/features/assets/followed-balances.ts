import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';

/** How long balances must rest before the answer is asked for again. */
const restMs = 1_000;

/** Asks again for what depends on balances when they changed, while `follow` holds. */
export function useFollowedBalances(key: QueryKey, follow: boolean): void {
  const client = useQueryClient();
  const balances = useAccount()?.balances;
  const seen = useRef(balances);
  useEffect(() => {
    const first = seen.current === undefined;
    if (seen.current === balances) return;
    seen.current = balances;
    // The first snapshot is no change: the answer was just fetched.
    if (first || !follow) return;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: key }), restMs);
    return () => clearTimeout(timer);
  }, [client, balances, follow, key]);
}
