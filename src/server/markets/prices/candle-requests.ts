import { setTimeout as sleep } from 'node:timers/promises';
import type { Pair } from '../../../protocol/market-data/entities/market.ts';
import type { Interval } from '../../../protocol/market-data/intervals.ts';
import { candlesOf, symbolsOf } from './exchange-frames.ts';
import type { ExchangesMessage } from './exchanges-port.ts';
import type { SourceCandle } from './price-source.ts';
import { type ExchangesThread } from './exchanges-source.ts';

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
export function candleRequests() {
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
