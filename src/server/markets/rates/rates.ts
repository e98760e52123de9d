import type { CallOutput } from '#protocol/calls.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import { displayedCurrencies } from './currencies.ts';
import { readRates, type StoredRate } from './store.ts';

/** The rates as they are published: those that count now. */
type PublishedRates = CallOutput<'GET common/platformRate'>;

/** The platform rates in memory, as last read from the store. */
export interface Rates {
  published(): PublishedRates;
  /** Reads the store again, and notifies when what counts has changed. */
  refresh(): Promise<void>;
  /** Calls back after each change; returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

export function createRates(database: Pick<Database, 'pool'>, clock: Clock): Rates {
  const listeners = new Set<() => void>();
  let published: PublishedRates = { list: [], at: 0 };
  return {
    published: () => published,
    async refresh() {
      const next = publishedOf(await readRates(database), clock());
      if (JSON.stringify(next) === JSON.stringify(published)) return;
      published = next;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A rate whose end has passed is none: no number is better than a wrong one. */
function publishedOf(stored: readonly StoredRate[], now: number): PublishedRates {
  const counting = new Map(
    stored.filter(({ until }) => until === null || until > now).map((one) => [one.currency, one]),
  );
  const list = displayedCurrencies.flatMap(({ currency, symbol }) => {
    const found = counting.get(currency);
    return found === undefined ? [] : [{ currency, symbol, rate: found.rate, at: found.at }];
  });
  return { list, at: Math.min(now, ...list.map(({ at }) => at)) };
}
