import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallInput } from '#protocol/calls.ts';
import type { Generation, TeamCoin, TeamCycle } from '#protocol/referrals/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { useUnread } from '#app/platform/stream/stream-hooks.ts';

const renewMs = 30_000;
const pageSize = '30';
/** Rows of a list of which the overview shows the newest. */
const fewSize = '5';

/** Which rebates are listed. */
export type Shown = NonNullable<CallInput<'GET earningsPage'>['show']>;

/** The exchange credits rebates within this time after they are due. */
const creditTakesMs = 3_000;

/** How long until what is credited is asked for again: at the latest when rebates have been credited. */
function renewOf({ state }: { state: { data: { readonly cycle: TeamCycle } | undefined } }): number {
  if (state.data === undefined) return renewMs;
  const { everyMs, nextAt } = state.data.cycle;
  const now = serverNow();
  const dueAt = nextAt - everyMs > now ? nextAt - everyMs : nextAt;
  const wait = dueAt + creditTakesMs - now;
  return wait > 0 ? Math.min(wait, renewMs) : renewMs;
}

/** Level, counts, and rebates by coin and week; they are credited without any action here. */
export const referralsQuery = { ...callQuery('GET earningsInfo', {}), staleTime: 0, refetchInterval: renewOf } as const;

/** Rebates by coin: what may be moved. */
export const coinsQuery = { ...callQuery('GET myearnings', {}), staleTime: 0, refetchInterval: renewOf } as const;

/** The levels and their shares. */
export const levelsQuery = callQuery('GET common/teamRewardsList', {});

/** The newest members. */
export function newMembersQuery(generation: Generation) {
  return { ...callQuery('GET teamDetail', { generation, size: fewSize }), staleTime: 0 } as const;
}

/** The newest rebates that were taken back. */
export const newReversedQuery = {
  ...callQuery('GET earningsPage', { show: 'reversed', size: fewSize }),
  staleTime: 0,
} as const;

/** Members, newest first, page by page. */
export function membersQuery(generation: Generation) {
  return pagesQuery(
    ['teamDetail', { generation }],
    (cursor, signal) => call('GET teamDetail', { generation, size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** Rebates, newest first, page by page. */
export function rebatesQuery(show: Shown) {
  return pagesQuery(
    ['earningsPage', { show }],
    (cursor, signal) => call('GET earningsPage', { show, size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** Shows what is left of a coin as soon as the exchange says so: a second move begins with it, not with the old amount. */
export function showHeld(client: QueryClient, { asset, held }: Pick<TeamCoin, 'asset' | 'held'>): void {
  const left = (coins: readonly TeamCoin[]) => coins.map((coin) => (coin.asset === asset ? { ...coin, held } : coin));
  client.setQueryData(referralsQuery.queryKey, (team) => team && { ...team, coins: left(team.coins) });
  client.setQueryData(coinsQuery.queryKey, (coins) => coins && { ...coins, list: left(coins.list) });
}

/** After rebates were moved, or at the user's word. */
export function refreshReferrals(client: QueryClient): Promise<unknown> {
  return Promise.all(
    ['earningsInfo', 'myearnings', 'earningsPage', 'teamDetail'].map((root) =>
      client.invalidateQueries({ queryKey: [root] }),
    ),
  );
}

/** Asks again when a notice arrived: credited rebates come with one, also when the exchange credits them late. */
export function useRefreshOnNotice(): void {
  const client = useQueryClient();
  const unread = useUnread();
  const seen = useRef(unread);
  useEffect(() => {
    const before = seen.current;
    seen.current = unread;
    if (before !== null && unread !== null && unread > before) void refreshReferrals(client);
  }, [client, unread]);
}
