import type { P2pSide } from '#protocol/p2p/entities/trade.ts';
import {
  type P2pCoin,
  p2pCoins,
  fiatCurrencies,
  type FiatCurrencyCode,
  fiatCurrencyCodes,
  type PaymentMethod,
  paymentMethods,
} from '#protocol/p2p/currencies.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { decimalPlaces, isDecimal } from '#protocol/core/decimal.ts';

/** What the address of the board says; what it leaves out has its default. */
export interface BoardSearch {
  readonly side?: P2pSide;
  readonly asset?: P2pCoin;
  readonly currency?: FiatCurrencyCode;
  /** Of the currency: what one order has to take. */
  readonly amount?: string;
  readonly method?: PaymentMethod;
  /** A merchant’s page. */
  readonly merchant?: string;
  readonly online?: 'true';
  /** Only adverts whose conditions the reader meets. */
  readonly qualified?: 'true';
}

/** What the list shows, nothing left open. */
export interface BoardFilter extends BoardSearch {
  readonly side: P2pSide;
  readonly asset: P2pCoin;
  readonly currency: FiatCurrencyCode;
}

function oneOf<Value extends string>(list: readonly Value[], value: unknown): Value | undefined {
  return list.find((one) => one === value);
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 15 && isDecimal(value) && /^(?!-).*[1-9]/.test(value);
}

/** The search parameters of the address; what means nothing is left out. */
export function readBoardSearch(search: Readonly<Record<string, unknown>>): BoardSearch {
  const side = oneOf(['buy', 'sell'], search['side']);
  const asset = oneOf(p2pCoins, search['asset']);
  const currency = oneOf(fiatCurrencyCodes, search['currency']);
  const method = oneOf(paymentMethods, search['method']);
  const { amount, merchant, online, qualified } = search;
  return {
    ...(side === undefined ? {} : { side }),
    ...(asset === undefined ? {} : { asset }),
    ...(currency === undefined ? {} : { currency }),
    ...(isAmount(amount) ? { amount } : {}),
    ...(method === undefined ? {} : { method }),
    ...(typeof merchant === 'string' && /^\d{1,18}$/.test(merchant) ? { merchant } : {}),
    ...(online === 'true' ? { online } : {}),
    ...(qualified === 'true' ? { qualified } : {}),
  };
}

/** A search as a list: buying USDT, unless it says otherwise. An amount finer than its currency is left out. */
export function filterOf(search: BoardSearch, currency: FiatCurrencyCode): BoardFilter {
  const { amount, ...rest } = search;
  const filter = { side: 'buy', asset: 'USDT', currency, ...rest } as const;
  const fits = amount !== undefined && decimalPlaces(amount) <= fiatCurrencies[filter.currency].decimals;
  return fits ? { ...filter, amount } : filter;
}

/** Whether anything but side, coin and currency narrows the list. */
export function isNarrowed({ amount, method, online, qualified }: BoardSearch): boolean {
  return amount !== undefined || method !== undefined || online !== undefined || qualified !== undefined;
}

const ofLocale: Readonly<Record<Locale, FiatCurrencyCode>> = {
  zh: 'CNY',
  en: 'USD',
  jp: 'JPY',
  hk: 'HKD',
  hy: 'KRW',
  yn: 'VND',
  ty: 'THB',
};

const euroCountries = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

const ofCountry: Readonly<Record<string, FiatCurrencyCode>> = {
  CN: 'CNY',
  HK: 'HKD',
  US: 'USD',
  JP: 'JPY',
  KR: 'KRW',
  VN: 'VND',
  TH: 'THB',
};

/**
 * The currency somebody most likely pays in: that of the first country the device names, else of the app’s language.
 *
 * @param deviceLanguages as `navigator.languages` has them
 */
export function guessedCurrency(deviceLanguages: readonly string[], locale: Locale): FiatCurrencyCode {
  for (const tag of deviceLanguages) {
    const country = /-([A-Z]{2})(?:-|$)/.exec(tag)?.[1];
    if (country === undefined) continue;
    const currency = euroCountries.has(country) ? 'EUR' : ofCountry[country];
    // American English is what devices come with all over the world: it names no country.
    if (currency !== undefined && tag !== 'en-US') return currency;
  }
  return ofLocale[locale];
}
