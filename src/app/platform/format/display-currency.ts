import { useQuery } from '@tanstack/react-query';
import { minuteMs } from '#protocol/core/durations.ts';
import { type Decimal, multiplyDecimals } from '#protocol/core/decimal.ts';
import { callQuery } from '../api/call-query.ts';
import { formatAmount } from './number-format.ts';
import { observable, useObservable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

const storageKey = 'dunlin.currency';
const defaultCurrency = 'USD';

/** The currency in which values are also shown, as in `≈ $48,216.37`. */
export const displayCurrency = observable<string>(readStored(storageKey) ?? defaultCurrency);

export function chooseDisplayCurrency(currency: string): void {
  writeStored(storageKey, currency);
  displayCurrency.set(currency);
}

/** Fiat rates; they change now and then, and are persisted for use without a network. */
export const displayRatesQuery = { ...callQuery('GET common/platformRate', {}), staleTime: 5 * minuteMs };

/** Currencies that are written without a fraction. */
const whole = new Set(['JPY', 'KRW', 'VND']);

/**
 * Writes an amount of USDT in the display currency, as in `≈ ₫1,225,000`; null before the rates came, and a
 * dash while the currency has no rate that counts.
 * `decimalsLeast` shows more digits than the currency has: a coin's price may be a small part of its smallest coin.
 */
export function useDisplayValue(): (usdt: Decimal, decimalsLeast?: number) => string | null {
  const chosen = useObservable(displayCurrency);
  const { data } = useQuery(displayRatesQuery);
  const rate = data?.list.find(({ currency }) => currency === chosen);
  return (usdt, decimalsLeast = 0) => {
    if (data === undefined) return null;
    if (rate === undefined) return '—';
    const decimals = Math.max(whole.has(rate.currency) ? 0 : 2, decimalsLeast);
    return `≈ ${rate.symbol}${formatAmount(multiplyDecimals(usdt, rate.rate, decimals), decimals)}`;
  };
}
