import { queryOptions } from '@tanstack/react-query';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { call } from '#app/platform/api/api.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { observable } from '#app/platform/observable.ts';
import { freshForMs, gather, type Gathered } from './gathering.ts';
import type { Tester } from './tester.ts';

/** Days a robot can be tried on. */
export const periods = ['7', '30', '180'] as const;
export type Period = (typeof periods)[number];

/** Share of the minutes that are here, of those that are being fetched. */
export const gatheredShare = observable(0);

/** Where a period begins: whole minutes before now. */
export function periodStart(period: Period, now: number): number {
  return now - (now % minuteMs) - Number(period) * dayMs;
}

/**
 * Brings the minutes of a period to the tester of a screen, coin by coin. They are kept on the device: only what is new since
 * then is fetched, and without a connection they are tested as they are. The answer is of this tester, and gone with it.
 *
 * @param coins the first one decides where a test begins; at least one
 */
export function minutesQuery(coins: readonly Pair[], period: Period, tester: Tester | null) {
  const pairs = coins.map(({ id }) => id);
  return queryOptions<Gathered>({
    queryKey: ['quant/candles', { pairs, period, tester: tester?.id ?? 0 }, 'back-test'],
    enabled: tester !== null,
    gcTime: 0,
    staleTime: ({ state }) => (state.data?.isOld === false ? freshForMs : 0),
    queryFn: async ({ signal }) => {
      if (tester === null) throw new Error('there is no tester');
      const now = serverNow();
      const gathered: Gathered[] = [];
      for (const { id: pair, tickSize: tick } of coins) {
        gathered.push(
          await gather(tester, {
            pair,
            tick,
            from: periodStart(period, now),
            now,
            fetchWeek: (week) => call('GET quant/candles', { pair, week: `${week}` }, { signal }),
            heard: (share) => gatheredShare.set((gathered.length + share) / coins.length),
          }),
        );
      }
      return {
        from: periodStart(period, now),
        at: Math.min(...gathered.map(({ at }) => at)),
        isOld: gathered.some(({ isOld }) => isOld),
      };
    },
  });
}
