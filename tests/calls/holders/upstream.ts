import { dayMs } from '#protocol/core/durations.ts';
import { symbolsOf } from '#server/markets/prices/exchange-frames.ts';
import type { ExchangesMessage } from '#server/markets/prices/exchanges-port.ts';
import { createExchangesSource, type ExchangesThread } from '#server/markets/prices/exchanges-source.ts';
import type { OpenPrices } from '#server/main/open-prices.ts';
import { simulatedCoin } from '#server/practice/simulated-coins.ts';

/** Exchanges outside, which the price source follows by their names. */
const outside = ['htx', 'binance', 'okx'] as const;
const everyMs = 500;

/** Other exchanges, whose prices an exchange of a test follows through its real price source. */
export interface Upstream {
  readonly openPrices: OpenPrices;
  /** Nothing answers any more. */
  fall(): void;
  /** They answer again. */
  rise(): void;
}

/** Exchanges that answer with steady prices in place of the thread that talks to real ones. */
export function openUpstream(): Upstream {
  let answers = true;
  return {
    async openPrices(_, __, pairs, logger) {
      const prices = new Map(
        pairs.flatMap((pair) => symbolsOf(pair).map((symbol) => [symbol, simulatedCoin(pair)?.price ?? null] as const)),
      );
      const source = createExchangesSource(outside, pairs, logger, () => threadTo(prices, () => answers));
      await source.start();
      const lotsPerMs = (id: string) => {
        const pair = pairs.find((one) => one.id === id);
        const coin = pair === undefined ? null : simulatedCoin(pair);
        return pair === undefined || coin === null ? 1 : coin.dailyTurnover / coin.price / Number(pair.lotSize) / dayMs;
      };
      return { source, entropy: null, lotsPerMs };
    },
    fall: () => void (answers = false),
    rise: () => void (answers = true),
  };
}

function threadTo(prices: ReadonlyMap<string, number | null>, isAnswering: () => boolean): ExchangesThread {
  const listeners: ((message: ExchangesMessage) => void)[] = [];
  const say = (message: ExchangesMessage) => listeners.forEach((listener) => listener(message));
  const timer = setInterval(() => {
    for (const exchange of outside) {
      if (!isAnswering()) say({ kind: 'failed', exchange, why: 'no answer' });
      else say({ kind: 'tickers', exchange, tickers: [...prices].map(([symbol, last]) => ({ symbol, last })) });
    }
  }, everyMs);
  return {
    post: (request) => {
      if ('id' in request) queueMicrotask(() => say({ kind: 'history', id: request.id, rows: [] }));
    },
    onMessage: (listener) => void listeners.push(listener),
    onGone: () => undefined,
    end: () => Promise.resolve(clearInterval(timer)),
  };
}
