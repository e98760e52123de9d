import type { Candle, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import type { MergedInto } from '#protocol/core/stream/account-merge.ts';
import type { DepthUpdate } from '#protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulator.ts';

/** Candles of one topic that wait for a tab; more can only be behind a tab that does not draw at all. */
const candlesMax = 4;

export function tickersOf(): Accumulator<readonly Ticker[]> {
  const held = new Map<string, Ticker>();
  return {
    add: (tickers) => {
      for (const ticker of tickers) held.set(ticker.pair, ticker);
    },
    read: () => [[...held.values()]],
    get size() {
      return held.size;
    },
  };
}

export function depthOf(keeps: MergedInto): Accumulator<DepthUpdate> {
  const bids = new Map<string, string>();
  const asks = new Map<string, string>();
  // Whole in every frame that has it.
  let auction: DepthUpdate['auction'];
  const put = (side: Map<string, string>, [price, amount]: readonly [string, string]) => {
    if (amount === '0' && keeps === 'state') side.delete(price);
    else side.set(price, amount);
  };
  return {
    add: (update) => {
      for (const level of update.bids) put(bids, level);
      for (const level of update.asks) put(asks, level);
      ({ auction } = update);
    },
    read: () => [{ bids: [...bids], asks: [...asks], ...(auction === undefined ? {} : { auction }) }],
    get size() {
      return bids.size + asks.size;
    },
  };
}

/** Snapshots are newest first, deltas oldest first (contract). */
export function tradesOf(keeps: MergedInto): Accumulator<readonly Trade[]> {
  let held: readonly Trade[] = [];
  let begun = false;
  return {
    add: (trades) => {
      if (keeps === 'changes') held = [...held, ...trades].slice(-tradeListSizeMax);
      else if (begun) held = [...trades.toReversed(), ...held].slice(0, tradeListSizeMax);
      else held = trades.slice(0, tradeListSizeMax);
      begun = true;
    },
    read: () => [held],
    get size() {
      return held.length;
    },
  };
}

export function candlesOf(keeps: MergedInto): Accumulator<Candle> {
  const held: Candle[] = [];
  return {
    add: (candle) => {
      // The last word on a candle that ended must reach the chart, so only the same candle is replaced.
      if (keeps === 'state' || held.at(-1)?.[0] === candle[0]) held.pop();
      held.push(candle);
      if (held.length > candlesMax) held.shift();
    },
    read: () => [...held],
    get size() {
      return held.length;
    },
  };
}
