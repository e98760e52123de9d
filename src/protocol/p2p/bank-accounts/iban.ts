import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

/** What is wrong with an IBAN. */
export type IbanFault =
  | { readonly why: 'country' }
  | {
      readonly why: 'length';
      readonly country: string;
      readonly least: number;
      readonly most: number;
      readonly given: number;
    }
  | { readonly why: 'form'; readonly country: string }
  | { readonly why: 'check-digits' };

/**
 * What is wrong with an IBAN (ISO 13616-1): its country, its length there, the letters and digits of its parts, or its
 * check digits (ISO 7064, mod 97-10, and those that some countries have besides); null for a right one. The registry
 * comes from `ibantools`, which follows it.
 *
 * @param iban capital letters and digits alone
 */
export function ibanFault(iban: string): IbanFault | null {
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return null;
  const country = iban.slice(0, 2);
  const most = countrySpecs[country]?.chars;
  if (most == null || errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return { why: 'country' };
  if (iban.length !== most) return { why: 'length', country, least: most, most, given: iban.length };
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return { why: 'form', country };
  return { why: 'check-digits' };
}
