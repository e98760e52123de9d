import examples from 'libphonenumber-js/mobile/examples';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/mobile';

/** A country that a phone can be registered from. */
export interface CallingCode {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** With its plus, as in `+86`. */
  readonly callingCode: string;
  /** An example mobile number in national format. */
  readonly example: string | null;
}

/** All countries with a calling code, by their ISO code. */
export const callingCodes: readonly CallingCode[] = getCountries()
  .filter((country) => /^[A-Z]{2}$/.test(country))
  .map((country) => ({
    country,
    callingCode: `+${getCountryCallingCode(country)}`,
    example: getExampleNumber(country, examples)?.formatNational() ?? null,
  }))
  .toSorted((a, b) => (a.country < b.country ? -1 : 1));
