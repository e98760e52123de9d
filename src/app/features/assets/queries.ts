import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { RecordKind } from '#protocol/wallets/entities/wallet.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';

/** All wallets with their coins, valued by the exchange. */
export const walletQuery = callQuery('GET wallet', {});

/** What the coins of all wallets cost. */
export const costsQuery = callQuery('GET wallet/costs', {});

/** Days a value history reaches back. */
export type HistoryDays = '7' | '30' | '90';

/** What all wallets were worth over the last days; the exchange keeps it for a minute as well. */
export function historyQuery(days: HistoryDays) {
  return { ...callQuery('GET wallet', { history: days }), staleTime: minuteMs };
}

/** Pairs and coins with their names and precisions; they change seldom. */
export const coinsQuery = { ...callQuery('GET common/symbolsList', {}), staleTime: 5 * minuteMs };

/** Prices of all pairs: what values are made of until the stream speaks. */
export const pricesQuery = callQuery('GET common/huobiTicket', {});

/** Which records are asked for; what is absent does not narrow. */
export interface RecordFilter {
  readonly wallet?: Wallet;
  readonly asset?: string;
  readonly kind?: RecordKind;
  /** Days back from now; all of them when it is absent. */
  readonly days?: RecordDays;
}

/** Ranges of time that records can be narrowed to. */
export const recordDays = ['1', '7', '30', '90', '365'] as const;
export type RecordDays = (typeof recordDays)[number];

/** What the call is asked for by a filter, at a time in epoch milliseconds. */
export function recordsAsked({ days, ...rest }: RecordFilter, now: number) {
  return { ...rest, ...(days === undefined ? {} : { since: String(now - Number(days) * dayMs) }) };
}

const pageSize = '50';

/** Key of all queries of records. */
export const recordsRoot = ['cashflow'] as const;

/** Own records, newest first, page by page. */
export function recordsQuery(filter: RecordFilter) {
  return pagesQuery(
    // Persisted answers of earlier builds under `cashflow` alone hold ledger entries.
    ['cashflow', 'records', filter],
    (cursor, signal) =>
      call('GET cashflow', { ...recordsAsked(filter, serverNow()), size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}
