import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ConversionQuote } from '#protocol/wallets/entities/movement.ts';
import { debounceMs } from '#protocol/core/limits.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { quoteQuery, type Conversion } from '../queries.ts';

/** The rate on offer, and for how long. */
export interface LiveQuote {
  /** Null while there is none for what was typed. */
  readonly quote: ConversionQuote | null;
  /** Whole seconds that are left of it. */
  readonly seconds: number;
  /** A new one is on its way. */
  readonly renewing: boolean;
  readonly error: unknown;
  readonly renew: () => void;
}

/** Asks for a rate once the amount rests, and again whenever it ends. */
export function useLiveQuote(conversion: Conversion, wanted: boolean): LiveQuote {
  const { from, to, amount } = conversion;
  const rested = useRested(amount);
  const now = useServerNow(1_000);
  const enabled = wanted && rested === amount && amount !== '' && from !== to;
  const query = useQuery({ ...quoteQuery({ from, to, amount: rested }), enabled });
  const quote = enabled ? (query.data?.quote ?? null) : null;
  const left = quote === null ? 0 : Math.max(0, Math.ceil((quote.expiresAt - now) / 1_000));
  return {
    quote: left > 0 && query.error === null ? quote : null,
    seconds: left,
    renewing: wanted && amount !== '' && query.error === null && (query.isFetching || rested !== amount || left === 0),
    error: enabled ? query.error : null,
    renew: () => void query.refetch(),
  };
}

/** A value once it rested for half a second: what a user is still typing is not asked about. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
