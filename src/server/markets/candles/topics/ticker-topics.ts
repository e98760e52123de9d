import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { pairOfTopic, repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { ChartedDeps, MarketDeps } from './streamed-market.ts';

/** Whether two tickers are equal apart from their time. */
function saysTheSame(a: Ticker, b: Ticker): boolean {
  return (
    a.last === b.last &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.volume === b.volume &&
    a.turnover === b.turnover
  );
}

/** The last published ticker of one pair, and whether the next must be published. */
class PublishedTicker {
  value: Ticker;
  #publishedAtMs: number;

  constructor(value: Ticker, nowMs: number) {
    this.value = value;
    this.#publishedAtMs = nowMs;
  }

  /** Advances; false when nothing needs to be published. */
  next(value: Ticker, nowMs: number): boolean {
    if (saysTheSame(this.value, value) && nowMs - this.#publishedAtMs < repeatAfterMs) return false;
    this.value = value;
    this.#publishedAtMs = nowMs;
    return true;
  }
}

/** `ticker:PAIR`. */
export function tickerTopic({ market, clock }: ChartedDeps): TopicSource<'ticker'> {
  return {
    kind: 'ticker',
    has: (topic) => market.has(pairOfTopic(topic)),
    open(topic, due) {
      const pair = pairOfTopic(topic);
      const published = new PublishedTicker(market.ticker(pair), clock());
      const close = market.onUpdate((update) => {
        if (update.pair === pair) due();
      });
      return {
        snapshot: () => published.value,
        take: () => (published.next(market.ticker(pair), clock()) ? published.value : null),
        close,
      };
    },
  };
}

/** `tickers`: all pairs in a snapshot, the changed ones in a delta. */
export function tickersTopic({ market, clock }: MarketDeps): TopicSource<'tickers'> {
  return {
    kind: 'tickers',
    has: () => true,
    open(_topic, due) {
      const published = new Map<string, PublishedTicker>();
      for (const ticker of market.tickers()) published.set(ticker.pair, new PublishedTicker(ticker, clock()));
      const touched = new Set<string>();
      const close = market.onUpdate(({ pair }) => {
        touched.add(pair);
        due();
      });
      return {
        snapshot: () => [...published.values()].map(({ value }) => value),
        take() {
          const changed: Ticker[] = [];
          for (const pair of published.keys()) if (!market.has(pair)) published.delete(pair);
          for (const pair of touched) {
            if (!market.has(pair)) continue;
            const known = published.get(pair);
            const ticker = market.ticker(pair);
            if (known === undefined) published.set(pair, new PublishedTicker(ticker, clock()));
            if (known === undefined || known.next(ticker, clock())) changed.push(ticker);
          }
          touched.clear();
          return changed.length > 0 ? changed : null;
        },
        close,
      };
    },
  };
}
