import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Countries } from '#server/core/countries.ts';

/**
 * Where an account may be at home: the country of its verified document, else those its phone number can belong to.
 * Several countries share a calling code; a number that does not say which one may be of any of them.
 *
 * @param document ISO 3166-1 alpha-2, null without a verified document
 * @param phone in E.164, null without one
 */
export function countriesOfAccount(document: string | null, phone: string | null): Countries {
  if (document !== null) return [document];
  const number = phone === null ? undefined : parsePhoneNumberFromString(phone);
  if (number === undefined) return [];
  return number.country === undefined ? number.getPossibleCountries() : [number.country];
}
