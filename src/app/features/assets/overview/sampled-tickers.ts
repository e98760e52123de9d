import { useEffect, useState } from 'react';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { stream } from '#app/platform/stream/stream.ts';

/** How often values are recomputed from live prices: more often would be unreadable. */
const sampleMs = 2_000;

/** All tickers by pair, read every two seconds instead of with every tick; null before the stream speaks. */
export function useSampledTickers(): ReadonlyMap<string, Ticker> | null {
  const [tickers, setTickers] = useState(() => stream.view<'tickers'>('tickers'));
  useEffect(() => {
    const take = () => setTickers((before) => stream.view<'tickers'>('tickers') ?? before);
    let first = stream.view<'tickers'>('tickers') === null;
    const letGo = stream.subscribe('tickers', () => {
      if (!first) return;
      first = false;
      take();
    });
    const timer = setInterval(take, sampleMs);
    return () => {
      clearInterval(timer);
      letGo();
    };
  }, []);
  return tickers;
}
