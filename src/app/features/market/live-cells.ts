import { useEffect, useRef, type RefObject } from 'react';
import { compareDecimals } from '#protocol/core/decimal.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { directionOf, formatCompact, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import type { ChangeHandle } from '#app/ui/numbers/ChangePill.tsx';
import type { PriceTextHandle } from '#app/ui/numbers/PriceText.tsx';
import type { Listed } from './queries.ts';

/** A figure of a whole day need not run. */
const volumeEveryMs = 5_000;

/** What the cells of a row follow: a pair, or an index. */
interface LiveEntry {
  readonly pair: Pick<Listed['pair'], 'id' | 'priceDecimals'>;
  readonly ticker: Pick<Ticker, 'last' | 'change'>;
}

export interface LiveCells {
  readonly price: RefObject<PriceTextHandle | null>;
  readonly change: RefObject<ChangeHandle | null>;
  /** Turnover in short, for rows that show it; it must hold one text. */
  readonly volume: RefObject<HTMLElement | null>;
  /** What the cells begin with. */
  readonly priceText: string;
  readonly changeText: string;
  readonly direction: -1 | 0 | 1;
  readonly stale: boolean;
}

/**
 * The price and change cells of a row. Ticks are written straight into them: no tick renders anything. The pair's
 * topic is held only while the row is on the screen.
 */
export function useLiveCells({ pair, ticker }: LiveEntry, onScreen: boolean): LiveCells {
  const price = useRef<PriceTextHandle>(null);
  const change = useRef<ChangeHandle>(null);
  const volume = useRef<HTMLElement>(null);
  const { id, priceDecimals } = pair;
  const stale = useStale(onScreen ? `ticker:${id}` : null);
  useEffect(() => {
    if (!onScreen) return;
    const topic = `ticker:${id}` as const;
    let last = ticker.last;
    let volumeAt = Number.NEGATIVE_INFINITY;
    const write = (next: Ticker) => {
      const towards = compareDecimals(next.last, last);
      last = next.last;
      price.current?.set(formatNumber(next.last, { decimals: priceDecimals }), towards < 0 ? -1 : towards > 0 ? 1 : 0);
      change.current?.set(formatPercent(next.change), directionOf(next.change));
      const text = volume.current?.firstChild;
      const now = performance.now();
      if (!text || now - volumeAt < volumeEveryMs) return;
      volumeAt = now;
      text.nodeValue = formatCompact(next.turnover);
    };
    const letGo = stream.listen(topic, ({ data }) => write(data as Ticker));
    const known = stream.view<'ticker'>(topic);
    if (known !== null) write(known);
    return letGo;
  }, [id, priceDecimals, onScreen, ticker.last]);
  return {
    price,
    change,
    volume,
    priceText: formatNumber(ticker.last, { decimals: priceDecimals }),
    changeText: formatPercent(ticker.change),
    direction: directionOf(ticker.change),
    stale,
  };
}
