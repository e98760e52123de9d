import type { ExchangeCandle, ExchangeTicker } from './exchange-frames.ts';

/** Start parameters of the worker that talks to the exchanges. */
export interface ExchangesTask {
  readonly exchanges: readonly string[];
  /** As in `BTC/USDT`. */
  readonly symbols: readonly string[];
  readonly everyMs: number;
  /** An HTTP proxy to the exchanges, if any. */
  readonly proxy?: string;
}

/** A request for candles; `id` is returned with the answer. */
export interface HistoryRequest {
  readonly id: number;
  readonly symbol: string;
  readonly timeframe: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Symbols to be followed from now on, beside the others. */
export interface FollowRequest {
  readonly symbols: readonly string[];
}

/** Messages of the worker. */
export type ExchangesMessage =
  | { readonly kind: 'tickers'; readonly exchange: string; readonly tickers: readonly ExchangeTicker[] }
  | { readonly kind: 'history'; readonly id: number; readonly rows: readonly ExchangeCandle[] }
  /** An exchange did not answer. */
  | { readonly kind: 'failed'; readonly exchange: string; readonly why: string };
