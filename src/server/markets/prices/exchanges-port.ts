import type { ExchangeCandle, ExchangeTicker } from './exchange-frames.ts';

/** What the worker that speaks to the exchanges is told once, at its start. */
export interface ExchangesTask {
  readonly exchanges: readonly string[];
  /** As in `BTC/USDT`. */
  readonly symbols: readonly string[];
  readonly everyMs: number;
  /** An HTTP proxy towards the exchanges; none when absent. */
  readonly proxy?: string;
}

/** A question for candles; `id` comes back with the answer. */
export interface HistoryQuestion {
  readonly id: number;
  readonly symbol: string;
  readonly timeframe: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the worker says. */
export type ExchangesMessage =
  | { readonly kind: 'tickers'; readonly exchange: string; readonly tickers: readonly ExchangeTicker[] }
  | { readonly kind: 'history'; readonly id: number; readonly rows: readonly ExchangeCandle[] }
  /** An exchange did not answer. */
  | { readonly kind: 'failed'; readonly exchange: string; readonly why: string };
