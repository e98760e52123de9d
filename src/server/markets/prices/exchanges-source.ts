import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import { type Interval, intervals } from '../../../protocol/intervals.ts';
import { candlesOf, quoteOf, symbolsOf } from './exchange-frames.ts';
import type { ExchangesTask, ExchangesMessage, HistoryQuestion } from './exchanges-port.ts';
import { createIndexBoard, type IndexBoard } from './index-board.ts';
import type { PriceSource, SourceCandle } from './price-source.ts';

const askEveryMs = 2_000;
/** How long the start waits for first prices, and how long a question for candles may take. */
const startDeadlineMs = 20_000;
const historyDeadlineMs = 15_000;
/** Questions that may wait at once, and candles one of them may ask for. */
const questionsMax = 200;
const candlesMax = 10_000;
/** A failing exchange is logged this often at most. */
const logEveryMs = minuteMs;

/** A question for candles that waits for its answer. */
interface Question {
  readonly pair: Pair;
  readonly interval: Interval;
  readonly settle: (candles: SourceCandle[]) => void;
}

/** The thread that speaks to the exchanges, as far as it is used here. */
export interface ExchangesThread {
  post(question: HistoryQuestion): void;
  onMessage(listener: (word: ExchangesMessage) => void): void;
  onGone(listener: (error: Error) => void): void;
  end(): Promise<void>;
}

function openThread(task: ExchangesTask): ExchangesThread {
  const worker = new Worker(new URL('./exchanges-worker.ts', import.meta.url), { workerData: task });
  return {
    post: (question) => worker.postMessage(question),
    onMessage: (listener) => void worker.on('message', listener),
    onGone: (listener) => void worker.on('error', listener),
    end: async () => void (await worker.terminate()),
  };
}

/** The pair of a symbol, and which of the pair's symbols it is: the first one counts most. */
interface NamedSymbol {
  readonly pair: Pair;
  readonly rank: number;
}

/** Puts what an exchange says of its tickers on the board. */
function putTickers(
  board: IndexBoard,
  bySymbol: ReadonlyMap<string, NamedSymbol>,
  { exchange, tickers }: Extract<ExchangesMessage, { kind: 'tickers' }>,
  now: number,
): void {
  // Of several symbols of one pair the first that an exchange has is told, so that its price does not jump between.
  const ranks = new Map<string, number>();
  for (const ticker of tickers) {
    const named = bySymbol.get(ticker.symbol ?? '');
    const quote = named === undefined ? null : quoteOf(named.pair, ticker, now);
    if (named === undefined || quote === null || named.rank > (ranks.get(named.pair.id) ?? Infinity)) continue;
    ranks.set(named.pair.id, named.rank);
    board.put(exchange, named.pair.id, quote.ticks, quote.at);
  }
}

/**
 * Prices of other exchanges through ccxt: the index of a pair is the median of their tickers, its history
 * what the first of them that knows it remembers.
 *
 * @param exchanges names as ccxt has them, as in `htx`; their order is the order in which history is asked
 * @param open begins the thread; a test gives its own
 */
export function createExchangesSource(
  exchanges: readonly string[],
  pairs: readonly Pair[],
  logger: Logger,
  open: (task: ExchangesTask) => ExchangesThread = openThread,
  clock: () => number = Date.now,
): PriceSource {
  const bySymbol = new Map(pairs.flatMap((pair) => symbolsOf(pair).map((symbol, rank) => [symbol, { pair, rank }])));
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const board = createIndexBoard(exchanges.length);
  const waiting = new Map<number, Question>();
  const loggedAt = new Map<string, number>();
  const heard = new Set<string>();
  let thread: ExchangesThread | null = null;
  let gone: Error | null = null;
  let lastId = 0;

  function hear(word: ExchangesMessage): void {
    const now = clock();
    if (word.kind === 'tickers') {
      heard.add(word.exchange);
      putTickers(board, bySymbol, word, now);
    } else if (word.kind === 'history') {
      const question = waiting.get(word.id);
      question?.settle(candlesOf(question.pair, question.interval, word.rows));
    } else if (now - (loggedAt.get(word.exchange) ?? 0) >= logEveryMs) {
      loggedAt.set(word.exchange, now);
      logger.warn({ exchange: word.exchange, why: word.why }, 'an exchange does not answer');
    }
  }

  function lose(error: Error): void {
    gone = error;
    logger.error({ err: error }, 'the thread that follows other exchanges ended');
    for (const question of waiting.values()) question.settle([]);
    waiting.clear();
  }

  return {
    name: exchanges.join(','),
    live: true,
    async start() {
      const opened = open({ exchanges, symbols: [...bySymbol.keys()], everyMs: askEveryMs });
      thread = opened;
      opened.onMessage(hear);
      opened.onGone(lose);
      const until = clock() + startDeadlineMs;
      const hasEnded = () => gone !== null || heard.size === exchanges.length || clock() >= until;
      while (!hasEnded()) await sleep(50);
      if (gone !== null) throw new Error(`prices of ${exchanges.join(', ')} cannot be followed`, { cause: gone });
    },
    indexPrice: (pair, now) => board.index(pair, now),
    historyStart: (pair) => byId.get(pair)?.listedAt ?? 0,
    async history(pairId, interval, fromMs, toMs) {
      const pair = byId.get(pairId);
      const opened = thread;
      // While no exchange answers at all, nobody waits for each candle in turn.
      const mute = gone !== null || heard.size === 0;
      if (pair === undefined || opened === null || mute || waiting.size >= questionsMax) return [];
      const id = (lastId += 1);
      const least = Math.max(fromMs, pair.listedAt, toMs - candlesMax * intervals[interval]);
      const answer = new Promise<SourceCandle[]>((settle) => waiting.set(id, { pair, interval, settle }));
      opened.post({ id, symbol: symbolsOf(pair)[0], timeframe: interval, fromMs: least, toMs });
      const late = sleep(historyDeadlineMs, [] as SourceCandle[], { ref: false });
      const candles = await Promise.race([answer, late]);
      waiting.delete(id);
      return candles.filter((candle) => candle.startMs >= fromMs && candle.startMs < toMs);
    },
    close: async () => thread?.end(),
  };
}
