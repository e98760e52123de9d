import type { Decimal } from '#protocol/core/decimal.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { displayedCurrencies } from './currencies.ts';

/** Most places of a rate behind the point. */
const ratePlacesMax = 12;
/** No currency has a million million units for one USDT; more is a mistake of the source. */
const rateDigitsMax = 12;

/**
 * A rate as it is stored: a positive decimal without trailing zeros.
 *
 * @returns null for anything else, for more than 12 digits before the point, and for more places than are stored
 */
export function rateOf(text: string): Decimal | null {
  const units = toExactUnits(text, ratePlacesMax);
  if (units === null || units <= 0n) return null;
  const rate = fromUnits(units, ratePlacesMax);
  return (rate.split('.')[0] ?? '').length > rateDigitsMax ? null : rate;
}

/** Whether a new rate differs by more than a share of the old one, in whole percent. */
export function jumps(before: Decimal, next: Decimal, percentMax: number): boolean {
  const old = toExactUnits(before, ratePlacesMax) ?? 0n;
  const now = toExactUnits(next, ratePlacesMax) ?? 0n;
  const difference = now > old ? now - old : old - now;
  return difference * 100n > old * BigInt(percentMax);
}

/** JSON numbers as they are written: what a float would have rounded stays exact. */
function parseExact(text: string): unknown {
  const parse = JSON.parse as (
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  return parse(text, (_key, value, { source }) => (typeof value === 'number' ? source : value));
}

const knownCurrencies: ReadonlySet<string> = new Set(displayedCurrencies.map(({ currency }) => currency));

/**
 * The rates in the answer of a source: `{"base": "USD", "rates": {"CNY": 7.12}}`, where `base_code` is another name of
 * `base`. Currencies that are not listed, and rates that cannot be stored, are left out.
 *
 * @throws Error when the answer has another form or base
 */
export function ratesInAnswer(text: string): ReadonlyMap<string, Decimal> {
  const answer = parseExact(text);
  if (typeof answer !== 'object' || answer === null) throw new Error('the answer is no object');
  const { base, base_code: baseCode, rates } = answer as Readonly<Record<string, unknown>>;
  if ((base ?? baseCode) !== 'USD') throw new Error('the rates are not those of USD');
  if (typeof rates !== 'object' || rates === null) throw new Error('the answer has no rates');
  const found = new Map<string, Decimal>();
  for (const [currency, value] of Object.entries(rates)) {
    const rate = typeof value === 'string' && knownCurrencies.has(currency) ? rateOf(value) : null;
    if (rate !== null) found.set(currency, rate);
  }
  return found;
}
