/** A currency in which values are also shown. */
interface DisplayedCurrency {
  /** ISO 4217. */
  readonly currency: string;
  readonly symbol: string;
  /** The rate an empty store begins with, at `firstRatesAt`: units for one USDT. */
  readonly firstRate: string;
}

/** The date of the first rates, so that nobody takes them for current ones; one USDT counts as one US dollar. */
export const firstRatesAt = Date.UTC(2026, 10, 2);

const table: readonly (readonly [currency: string, symbol: string, firstRate: string])[] = [
  ['USD', '$', '1'],
  ['CNY', '¥', '7.12'],
  ['HKD', 'HK$', '7.78'],
  ['JPY', '¥', '151.6'],
  ['KRW', '₩', '1398'],
  ['VND', '₫', '25410'],
  ['THB', '฿', '32.9'],
  ['EUR', '€', '0.865'],
  ['GBP', '£', '0.757'],
  ['TWD', 'NT$', '30.6'],
  ['SGD', 'S$', '1.296'],
  ['MYR', 'RM', '4.21'],
  ['IDR', 'Rp', '16590'],
  ['PHP', '₱', '58.4'],
  ['INR', '₹', '88.1'],
  ['AUD', 'A$', '1.525'],
  ['CAD', 'C$', '1.391'],
];

/** The currencies of the platform rates, in the order they are listed. */
export const displayedCurrencies: readonly DisplayedCurrency[] = table.map(([currency, symbol, firstRate]) => ({
  currency,
  symbol,
  firstRate,
}));
