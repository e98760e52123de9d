import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import type { Ticker } from '../../../protocol/market-data/entities/market.ts';
import { tickersQuery } from '../pairs/queries.ts';

/** Lists are put in order again at most this often, and never under a finger. */
const settleMs = 5_000;
/** After a touch or a scroll, the list keeps its order this long. */
const restMs = 1_000;

/** Whether the user touches or scrolls the page, or did a moment ago. */
function useHands(): () => boolean {
  const busyUntil = useRef(0);
  const fingers = useRef(new Set<number>());
  useEffect(() => {
    const rest = () => {
      busyUntil.current = performance.now() + restMs;
    };
    const down = ({ pointerId }: PointerEvent) => void fingers.current.add(pointerId);
    const up = ({ pointerId }: PointerEvent) => {
      fingers.current.delete(pointerId);
      rest();
    };
    const options = { passive: true, capture: true } as const;
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    addEventListener('scroll', rest, options);
    return () => {
      removeEventListener('pointerdown', down, options);
      removeEventListener('pointerup', up, options);
      removeEventListener('pointercancel', up, options);
      removeEventListener('scroll', rest, options);
    };
  }, []);
  return () => fingers.current.size > 0 || performance.now() < busyUntil.current;
}

/**
 * All tickers as they were a moment ago, for the order of a list: asked for every 5 seconds, and taken in while no
 * finger is down and nothing scrolls. A poll, because the stream of all pairs is many times as much for a phone to
 * receive.
 *
 * @param live false where the order does not hang on prices: then nothing is asked
 */
export function useSettledTickers(live: boolean): ReadonlyMap<string, Ticker> | null {
  const [settled, setSettled] = useState<ReadonlyMap<string, Ticker> | null>(null);
  const { data } = useQuery({
    ...tickersQuery,
    enabled: live,
    refetchInterval: settleMs,
    notifyOnChangeProps: ['data'],
  });
  const handsOn = useHands();
  const isBusy = useRef(handsOn);
  useEffect(() => {
    isBusy.current = handsOn;
  });
  useEffect(() => {
    if (data === undefined || isBusy.current()) return;
    // A transition, so that putting the rows in order never keeps the page from answering.
    startTransition(() => setSettled(new Map(data.list.map((ticker) => [ticker.pair, ticker]))));
  }, [data]);
  return settled;
}
