/** Units of a currency per USDT, for displaying approximate values only; nothing is ever paid at these rates. */
export interface DisplayRate {
  readonly currency: string;
  readonly symbol: string;
  readonly rate: string;
}

export interface DisplayRates {
  readonly list: DisplayRate[];
  /** The date of the rates. */
  readonly at: number;
}

/** The date of this table; one USDT counts as one US dollar. */
const setAt = Date.UTC(2026, 10, 2);

const table: readonly (readonly [currency: string, symbol: string, rate: string])[] = [
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

/**
 * Approximate rates from a fixed table. They carry their date, so that they are not mistaken for current ones: practice
 * mode needs an order of magnitude, not a market.
 */
export function displayRates(): DisplayRates {
  return { list: table.map(([currency, symbol, rate]) => ({ currency, symbol, rate })), at: setAt };
}
