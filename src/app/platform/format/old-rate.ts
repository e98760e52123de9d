import { useQuery } from '@tanstack/react-query';
import { dayMs } from '#protocol/core/durations.ts';
import type { PlatformRates } from '#protocol/market-data/entities/platform-rates.ts';
import { serverNow } from '../api/server-clock.ts';
import { useObservable } from '../observable.ts';
import { displayCurrency, displayRatesQuery } from './display-currency.ts';

/** A rate that nobody confirmed for this long is shown with its date: currencies move by the day. */
const oldAfterMs = 2 * dayMs;

/**
 * When a rate was confirmed, if that is long ago; else null. Epoch milliseconds. That one USDT counts as one dollar is a
 * convention, which does not age.
 */
export function dateOfOld({ currency, rate, at }: PlatformRates['list'][number]): number | null {
  if (currency === 'USD' && rate === '1') return null;
  return at !== undefined && serverNow() - at > oldAfterMs ? at : null;
}

/** When the rate of the display currency was confirmed, if that is long ago; else null. */
export function useOldRate(): number | null {
  const chosen = useObservable(displayCurrency);
  const { data } = useQuery(displayRatesQuery);
  const rate = data?.list.find(({ currency }) => currency === chosen);
  return rate === undefined ? null : dateOfOld(rate);
}
