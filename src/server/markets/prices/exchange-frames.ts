import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { candleStart } from '#protocol/market-data/intervals.ts';
import type { SourceCandle } from './price-source.ts';

/** The used part of a unified ccxt ticker. Missing values are absent or null. */
export interface ExchangeTicker {
  readonly symbol?: string | null;
  readonly timestamp?: number | null;
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly last?: number | null;
}

/** A unified ccxt candle: start, open, high, low, close, volume in base. */
export type ExchangeCandle = readonly (number | null | undefined)[];

/** Above this share of the price the spread is too wide to be a market, and only the last price counts. */
const spreadMax = 0.02;
/** Tolerated clock skew of exchanges; timestamps further ahead are ignored. */
const aheadMaxMs = 2_000;

/** Tokens backed by one ounce of vaulted gold each, by which crypto exchanges price it; the larger one first. */
const goldTokens = ['PAXG', 'XAUT'];

/** The ccxt symbols of a pair in order of preference: `BTC/USDT`; gold uses its tokens. */
export function symbolsOf({ base, quote }: Pair): readonly [string, ...string[]] {
  const [first = base, ...others] = base === 'XAU' ? goldTokens : [base];
  return [`${first}/${quote}`, ...others.map((other) => `${other}/${quote}`)];
}

/** A price in whole ticks, at least 1; null when invalid. */
export function ticksOf(pair: Pair, price: number | null | undefined): number | null {
  if (typeof price !== 'number' || !Number.isFinite(price) || price <= 0) return null;
  const ticks = Math.max(1, Math.round(price * 10 ** pair.priceDecimals));
  return Number.isSafeInteger(ticks) ? ticks : null;
}

/**
 * The price of a ticker: the mid price when the spread is tight, else the last price; null when unusable.
 *
 * @param receivedAt our time, used when the timestamp is missing or in the future
 */
export function quoteOf(
  pair: Pair,
  ticker: ExchangeTicker,
  receivedAt: number,
): { readonly ticks: number; readonly at: number } | null {
  const bid = ticksOf(pair, ticker.bid);
  const ask = ticksOf(pair, ticker.ask);
  const last = ticksOf(pair, ticker.last);
  const tight = bid !== null && ask !== null && ask >= bid && ask - bid <= Math.max(2, bid * spreadMax);
  const ticks = tight ? Math.round((bid + ask) / 2) : last;
  if (ticks === null) return null;
  const stamp = ticker.timestamp;
  const believed = typeof stamp === 'number' && stamp > 0 && stamp <= receivedAt + aheadMaxMs;
  return { ticks, at: believed ? Math.min(stamp, receivedAt) : receivedAt };
}

/** Usable candles, oldest first, without duplicates, volume in lots. */
export function candlesOf(pair: Pair, interval: Interval, rows: readonly ExchangeCandle[]): SourceCandle[] {
  const lotsPerCoin = 10 ** pair.amountDecimals;
  const candles = new Map<number, SourceCandle>();
  for (const [start, openPrice, highPrice, lowPrice, closePrice, amount] of rows) {
    const open = ticksOf(pair, openPrice);
    const high = ticksOf(pair, highPrice);
    const low = ticksOf(pair, lowPrice);
    const close = ticksOf(pair, closePrice);
    if (typeof start !== 'number' || open === null || high === null || low === null || close === null) continue;
    if (high < Math.max(open, close) || low > Math.min(open, close)) continue;
    const coins = typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : 0;
    const volume = BigInt(Math.max(1, Math.round(coins * lotsPerCoin)));
    // Exchanges split days and weeks by their own clocks; here they are aligned to UTC.
    const startMs = candleStart(start, interval);
    const turnover = volume * BigInt(Math.round((high + low + close) / 3));
    candles.set(startMs, { startMs, open, high, low, close, volume, turnover });
  }
  return [...candles.values()].toSorted((a, b) => a.startMs - b.startMs);
}
