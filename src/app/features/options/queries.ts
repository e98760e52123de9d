import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { hasEnded } from './round/round-times.ts';
import type { Series } from './series-choice.ts';

/** How often a screen that stakes asks whether the index of its coins is live. */
const openEveryMs = 10_000;

/** Coins with options; `open` says whether entries are taken. */
export const coinsQuery = {
  ...callQuery('GET contractOptionCoin-coin-list', {}),
  refetchInterval: openEveryMs,
} as const;

/** Results that the strip shows. */
const lastRounds = '5';

/** The last rounds of a series, newest first. */
export function lastRoundsQuery({ coin, cycle }: Series) {
  return { ...callQuery('GET contractOption-history', { coin, cycle: `${cycle}`, size: lastRounds }), staleTime: 0 };
}

const currentRoot = 'contractOptionOrder-current';
const settledRoot = 'contractOptionOrder-history';
/** Time that a settlement is given before the entries are asked for again. */
const settlingMs = 1_200;
const againLeastMs = 1_000;
const againMostMs = 15_000;

/** Own entries in rounds that are open; asked for again when the next of them should be settled. */
export const currentEntriesQuery = {
  ...callQuery('GET contractOptionOrder-current', {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: CallOutput<'GET contractOptionOrder-current'> | undefined } }) => {
    const settleAts = state.data?.list.map(({ round }) => round.settleAt) ?? [];
    if (settleAts.length === 0) return false;
    const dueMs = Math.min(...settleAts) + settlingMs - serverNow();
    return Math.min(againMostMs, Math.max(againLeastMs, dueMs));
  },
} as const;

const pageSize = '30';

/** Own settled entries, newest first, page by page. */
export function settledEntriesQuery(coin: string | undefined) {
  const asked = coin === undefined ? {} : { coin };
  return pagesQuery(
    [settledRoot, asked],
    (cursor, signal) => call('GET contractOptionOrder-history', { size: pageSize, ...asked, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** One own entry, with the current state of its round. */
export function entryQuery(id: string) {
  return { ...callQuery('GET contractOptionOrder-detail', { id }), staleTime: 0 };
}

/** Refetch interval of a running round. */
const roundEveryMs = 2_000;

/**
 * One round, ended or not; null when there is none of that number. An ended one is the first of the page that begins
 * below the number after it.
 *
 * @param id digits
 */
export function roundQuery(id: string) {
  return queryOptions<OptionRound | null>({
    queryKey: ['option-round', id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const cursor = (BigInt(id) + 1n).toString();
      const ended = await call('GET contractOption-history', { cursor, size: '1' }, { signal });
      const [first] = ended.list;
      if (first?.id === id) return first;
      const [starting, opening] = await Promise.all([
        call('GET contractOption-starting', {}, { signal }),
        call('GET contractOption-opening', {}, { signal }),
      ]);
      return [...starting.list, ...opening.list].find((round) => round.id === id) ?? null;
    },
    refetchInterval: ({ state }) =>
      state.data === null || state.data === undefined || hasEnded(state.data) ? false : roundEveryMs,
  });
}

/** Own entries changed: one was made, or a round was settled. */
export function refreshEntries(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [currentRoot] });
  void client.invalidateQueries({ queryKey: [settledRoot] });
}
