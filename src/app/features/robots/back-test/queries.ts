import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../../../protocol/durations.ts';
import type { CallOutput } from '../../../../protocol/calls.ts';
import type { Candle } from '../../../../protocol/entities/market.ts';
import { klineSizeMax } from '../../../../protocol/limits.ts';
import { call } from '../../../platform/api/api.ts';
import { serverNow } from '../../../platform/api/server-clock.ts';
import { observable } from '../../../platform/observable.ts';
import type { CandlePlan } from './plan.ts';

/** Pages of candles that are here, of those that are being fetched. */
export const fetchedPages = observable(0);

/** Past candles of a pair, oldest first, page by page back in time; they are kept while the app is open. */
export function candlesQuery(pair: string, { interval, step, count, pages }: CandlePlan) {
  return queryOptions<readonly Candle[]>({
    queryKey: ['common/kline', { pair, interval, count }, 'back-test'],
    staleTime: 15 * minuteMs,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const found: (readonly Candle[])[] = [];
      fetchedPages.set(0);
      const from = serverNow() - (count + 1) * step * minuteMs;
      let before: number | null = null;
      for (let page = 0; page < pages; page += 1) {
        const size = String(Math.min(klineSizeMax, count - page * klineSizeMax));
        const answer: CallOutput<'GET common/kline'> = await call(
          'GET common/kline',
          { pair, interval, size, ...(before === null ? {} : { before: String(before) }) },
          { signal },
        );
        const { list, more } = answer;
        found.unshift(list.filter(([at]) => at >= from));
        fetchedPages.set(page + 1);
        before = list[0]?.[0] ?? null;
        if (!more || before === null || before < from) break;
      }
      return found.flat();
    },
  });
}
