import type { ProductSwitch, StandingSwitch } from '#server/core/gate/switches.ts';
import { harmless } from './review-text.ts';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that are no country: unions, the United Nations, pseudo-regions, and what has only a calling code. */
const noCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'XK', 'ZZ']);

/** The English name of a country by its ISO 3166-1 alpha-2 code; null when there is none. */
export function countryName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return null;
  return regions.of(code) ?? null;
}

/** A product and where, as in `contracts in United States (US)`. */
export function productText({ product, country }: Pick<ProductSwitch, 'product' | 'country'>): string {
  return country === null ? product : `${product} in ${countryName(country) ?? 'an unknown country'} (${country})`;
}

/** One decision in force. */
export function switchText(one: StandingSwitch): string {
  const since = new Date(one.since).toISOString();
  const where = one.country === null ? `${one.product} everywhere else` : productText(one);
  return `${where}  ${one.isOn ? 'on' : 'off'} since ${since} by ${harmless(one.by)}: ${harmless(one.reason)}`;
}
