import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { candleCeiling, type Interval, intervals } from '#protocol/market-data/intervals.ts';
import { quoteOf, symbolsOf, candlesOf } from './exchange-frames.ts';
import type { ExchangesTask, ExchangesMessage, FollowRequest, HistoryRequest } from './exchanges-port.ts';
import { createIndexBoard, type IndexBoard } from './index-board.ts';
import { foldCandles } from './candle-fold.ts';
import type { PriceSource, SourceCandle } from './price-source.ts';

const pollEveryMs = 2_000;
/** Timeouts of the first prices and of a request for candles. */
const startDeadlineMs = 20_000;
const candlesMax = 10_000;
/** Log interval of a failing exchange. */
const logEveryMs = minuteMs;

/**
 * Intervals that not every exchange has, and those whose candles they are folded from. The others are asked for as they
 * are.
 */
const foldedFrom: Partial<Record<Interval, Interval>> = { '3m': '1m', '2h': '1h', '6h': '1h', '12h': '4h', '3d': '1d' };

/** The used part of the thread that talks to the exchanges. */
export interface ExchangesThread {
  post(request: HistoryRequest | FollowRequest): void;
  onMessage(listener: (message: ExchangesMessage) => void): void;
  onGone(listener: (error: Error) => void): void;
  end(): Promise<void>;
}

function openThread(task: ExchangesTask): ExchangesThread {
  const worker = new Worker(new URL('./exchanges-worker.ts', import.meta.url), { workerData: task });
  return {
    post: (request) => worker.postMessage(request),
    onMessage: (listener) => void worker.on('message', listener),
    onGone: (listener) => void worker.on('error', listener),
    end: async () => void (await worker.terminate()),
  };
}

/** The pair of a symbol, and the symbol's rank among those of the pair: the first is preferred. */
interface NamedSymbol {
  readonly pair: Pair;
  readonly rank: number;
}

function namedSymbols(pair: Pair): [string, NamedSymbol][] {
  return symbolsOf(pair).map((symbol, rank) => [symbol, { pair, rank }]);
}

/** From where on candles of an interval are asked for: where the limit cuts, only whole candles are folded. */
function limitStart(toMs: number, timeframe: Interval, interval: Interval): number {
  return candleCeiling(toMs - candlesMax * intervals[timeframe], interval);
}

/** Logs that an exchange does not answer, now and then. */
function logFailures(logger: Logger) {
  const loggedAt = new Map<string, number>();
  return ({ exchange, why }: Extract<ExchangesMessage, { kind: 'failed' }>, now: number) => {
    if (now - (loggedAt.get(exchange) ?? 0) < logEveryMs) return;
    loggedAt.set(exchange, now);
    logger.warn({ exchange, why }, 'an exchange does not answer');
  };
}

/** Updates the board with the tickers of an exchange. */
function putTickers(
  board: IndexBoard,
  bySymbol: ReadonlyMap<string, NamedSymbol>,
  { exchange, tickers }: Extract<ExchangesMessage, { kind: 'tickers' }>,
  now: number,
): void {
  // Of several symbols of one pair the first that an exchange lists is used, so that its price does not jump between
  // them.
  const ranks = new Map<string, number>();
  for (const ticker of tickers) {
    const named = bySymbol.get(ticker.symbol ?? '');
    const quote = named === undefined ? null : quoteOf(named.pair, ticker, now);
    if (named === undefined || quote === null || named.rank > (ranks.get(named.pair.id) ?? Infinity)) continue;
    ranks.set(named.pair.id, named.rank);
    board.put(exchange, named.pair.id, quote.ticks, quote.at);
  }
}

const historyDeadlineMs = 15_000;

/** Most pending requests, and most candles per request. */
const requestsMax = 200;

/** A pending request for candles. */
interface CandleRequest {
  readonly pair: Pair;
  readonly interval: Interval;
  readonly settle: (candles: SourceCandle[]) => void;
}

/** The requests for candles that the thread has not answered. */
function candleRequests() {
  const waiting = new Map<number, CandleRequest>();
  let lastId = 0;
  return {
    /** Candles that start in `[fromMs, toMs)`; none when there are too many requests, or no answer in time. */
    async ask(
      thread: ExchangesThread,
      pair: Pair,
      interval: Interval,
      fromMs: number,
      toMs: number,
    ): Promise<SourceCandle[]> {
      if (waiting.size >= requestsMax) return [];
      const id = (lastId += 1);
      const answer = new Promise<SourceCandle[]>((settle) => waiting.set(id, { pair, interval, settle }));
      thread.post({ id, symbol: symbolsOf(pair)[0], timeframe: interval, fromMs, toMs });
      const late = sleep(historyDeadlineMs, [] as SourceCandle[], { ref: false });
      const received = await Promise.race([answer, late]);
      waiting.delete(id);
      return received;
    },
    settle({ id, rows }: Extract<ExchangesMessage, { kind: 'history' }>): void {
      const request = waiting.get(id);
      request?.settle(candlesOf(request.pair, request.interval, rows));
    },
    /** Answers all of them with nothing. */
    drop(): void {
      for (const request of waiting.values()) request.settle([]);
      waiting.clear();
    },
  };
}

/**
 * Prices of other exchanges through ccxt: the index of a pair is the median of their tickers, its history comes from
 * the first of them that has it.
 *
 * @param exchanges names as ccxt has them, as in `htx`; history is requested in their order
 * @param open starts the thread; replaced in tests
 */
export function createExchangesSource(
  exchanges: readonly string[],
  pairs: readonly Pair[],
  logger: Logger,
  open: (task: ExchangesTask) => ExchangesThread = openThread,
  clock: () => number = Date.now,
): PriceSource {
  const bySymbol = new Map(pairs.flatMap(namedSymbols));
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const board = createIndexBoard(exchanges.length);
  const requests = candleRequests();
  const logFailed = logFailures(logger);
  const answering = new Set<string>();
  let thread: ExchangesThread | null = null;
  let gone: Error | null = null;

  function receive(message: ExchangesMessage): void {
    const now = clock();
    if (message.kind === 'tickers') {
      answering.add(message.exchange);
      putTickers(board, bySymbol, message, now);
    } else if (message.kind === 'history') {
      requests.settle(message);
    } else logFailed(message, now);
  }

  function lose(error: Error): void {
    gone = error;
    logger.error({ err: error }, 'the thread that follows other exchanges ended');
    requests.drop();
  }

  return {
    name: exchanges.join(','),
    live: true,
    async start() {
      const opened = open({ exchanges, symbols: [...bySymbol.keys()], everyMs: pollEveryMs });
      thread = opened;
      opened.onMessage(receive);
      opened.onGone(lose);
      const until = clock() + startDeadlineMs;
      const hasEnded = () => gone !== null || answering.size === exchanges.length || clock() >= until;
      while (!hasEnded()) await sleep(50);
      if (gone !== null) throw new Error(`prices of ${exchanges.join(', ')} cannot be followed`, { cause: gone });
    },
    indexPrice: (pair, now) => board.index(pair, now),
    // An exchange that has no such pair leaves it without an index: it then trades on its own book alone.
    async follow(pair) {
      if (byId.has(pair.id)) return;
      byId.set(pair.id, pair);
      for (const [symbol, named] of namedSymbols(pair)) bySymbol.set(symbol, named);
      thread?.post({ symbols: symbolsOf(pair) });
    },
    historyStart: (pair) => byId.get(pair)?.listedAt ?? 0,
    async history(pairId, interval, fromMs, toMs) {
      const pair = byId.get(pairId);
      const opened = thread;
      // While no exchange answers at all, candle requests fail at once.
      const isSilent = gone !== null || answering.size === 0;
      if (pair === undefined || opened === null || isSilent) return [];
      const timeframe = foldedFrom[interval] ?? interval;
      const least = Math.max(fromMs, pair.listedAt, limitStart(toMs, timeframe, interval));
      const received = await requests.ask(opened, pair, timeframe, least, toMs);
      const candles = timeframe === interval ? received : foldCandles(received, interval);
      return candles.filter((candle) => candle.startMs >= fromMs && candle.startMs < toMs);
    },
    close: async () => thread?.end(),
  };
}
