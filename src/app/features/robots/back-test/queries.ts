import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../../../protocol/durations.ts';
import { klineSizeMax } from '../../../../protocol/limits.ts';
import { call } from '../../../platform/api/api.ts';
import { serverNow } from '../../../platform/api/server-clock.ts';
import { observable } from '../../../platform/observable.ts';
import { keep, type KeptCandles, readKept } from './kept-candles.ts';
import { pastCandles } from './past-candles.ts';
import type { CandlePlan } from './plan.ts';

/** Candles that are here, of those that are being fetched. */
export const fetchedCandles = observable(0);

/** Past candles for a test. */
export interface PastCandles extends KeptCandles {
  /** Kept ones that stand in, because the exchange did not answer. */
  readonly isOld: boolean;
}

/**
 * Past candles of a pair, oldest first. They are kept on the device: only what is new since then is fetched, page by page
 * back in time, and without a connection they are tested as they are.
 */
export function candlesQuery(pair: string, { interval, step, count }: CandlePlan) {
  return queryOptions<PastCandles>({
    queryKey: ['common/kline', { pair, interval, count }, 'back-test'],
    staleTime: ({ state }) => (state.data?.isOld === false ? 15 * minuteMs : 0),
    queryFn: async ({ signal }) => {
      const kept = await readKept(pair, interval);
      const now = serverNow();
      const from = now - count * step * minuteMs;
      const within = ({ at, list }: KeptCandles) => ({ at, list: list.filter(([start]) => start >= from) });
      fetchedCandles.set(0);
      try {
        const list = await pastCandles(
          kept.list,
          from,
          (before) =>
            call(
              'GET common/kline',
              { pair, interval, size: `${klineSizeMax}`, ...(before === null ? {} : { before: `${before}` }) },
              { signal },
            ),
          (here) => fetchedCandles.set(here),
        );
        await keep(pair, interval, { at: now, list });
        return { ...within({ at: now, list }), isOld: false };
      } catch (error) {
        const old = within(kept);
        if (signal.aborted || old.list.length < 2) throw error;
        return { ...old, isOld: true };
      }
    },
  });
}
