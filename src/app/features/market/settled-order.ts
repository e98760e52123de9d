import { startTransition, useEffect, useRef, useState } from 'react';
import type { Ticker } from '../../../contract/entities/market.ts';
import { stream } from '../../platform/stream/stream.ts';

/** Lists are put in order again at most this often, and never under a finger. */
const settleMs = 5_000;
/** After a finger or a scroll, the list stands still this long. */
const restMs = 1_000;

/** Whether somebody touches or scrolls the page, or did a moment ago. */
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
 * All tickers as they were a moment ago, for the order of a list: taken anew every 5 seconds while no finger is down
 * and nothing scrolls. Ticks between render nothing.
 *
 * @param live false where the order does not hang on prices: then nothing is asked of the stream
 */
export function useSettledTickers(live: boolean): ReadonlyMap<string, Ticker> | null {
  const [settled, setSettled] = useState<ReadonlyMap<string, Ticker> | null>(null);
  const handsOn = useHands();
  const isBusy = useRef(handsOn);
  useEffect(() => {
    isBusy.current = handsOn;
  });
  useEffect(() => {
    if (!live) return;
    const letGo = stream.listen('tickers', () => undefined);
    const timer = setInterval(() => {
      if (isBusy.current()) return;
      // A transition, so that putting the rows in order never keeps the page from answering.
      startTransition(() => setSettled(stream.view<'tickers'>('tickers')));
    }, settleMs);
    return () => {
      clearInterval(timer);
      letGo();
    };
  }, [live]);
  return settled;
}
