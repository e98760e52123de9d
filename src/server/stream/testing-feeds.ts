import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import type { TopicSource } from '../core/topics/topic-source.ts';
import type { AccountSource } from '../core/topics/account-source.ts';

/** A ticker whose only relevant field is its last price. */
export function tickerAt(pair: string, last: string): Ticker {
  return { pair, last, open: '1', high: '1', low: '1', volume: '0', turnover: '0', change: '0', at: 1 };
}

/** A source of `ticker:PAIR` driven by tests. */
export function handTickers(pairs: readonly string[]): TopicSource & {
  set(pair: string, last: string): void;
  readonly opened: Set<string>;
} {
  const current = new Map<string, Ticker>(pairs.map((pair) => [pair, tickerAt(pair, '1')]));
  const listeners = new Map<string, () => void>();
  const opened = new Set<string>();
  return {
    kind: 'ticker',
    opened,
    has: (topic) => current.has(topic.slice('ticker:'.length)),
    open: (topic, due) => {
      const pair = topic.slice('ticker:'.length);
      let published = current.get(pair) as Ticker;
      opened.add(pair);
      listeners.set(pair, due);
      return {
        snapshot: () => published,
        take: () => {
          const now = current.get(pair) as Ticker;
          if (now === published) return null;
          published = now;
          return now;
        },
        close: () => {
          opened.delete(pair);
          listeners.delete(pair);
        },
      };
    },
    set: (pair, last) => {
      current.set(pair, tickerAt(pair, last));
      listeners.get(pair)?.();
    },
  };
}

function update(unread: number): AccountUpdate {
  return { orders: [], balances: [], unread };
}

/** A source of the account topic driven by tests; `unread` represents its state. */
export function handAccounts(): AccountSource & {
  set(userId: bigint, unread: number): void;
  readonly openUsers: Set<bigint>;
} {
  const unread = new Map<bigint, number>();
  const listeners = new Map<bigint, Set<() => void>>();
  const openUsers = new Set<bigint>();
  return {
    openUsers,
    open: (userId, due) => {
      let pending: number | null = null;
      const listen = () => {
        pending = unread.get(userId) ?? 0;
        due();
      };
      listeners.set(userId, (listeners.get(userId) ?? new Set()).add(listen));
      openUsers.add(userId);
      return {
        load: async () => update(unread.get(userId) ?? 0),
        take: () => {
          if (pending === null) return null;
          const count = pending;
          pending = null;
          return update(count);
        },
        close: () => {
          listeners.get(userId)?.delete(listen);
          openUsers.delete(userId);
        },
      };
    },
    set: (userId, count) => {
      unread.set(userId, count);
      for (const listen of listeners.get(userId) ?? []) listen();
    },
  };
}
