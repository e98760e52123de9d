import type { CallOutput } from '#protocol/calls.ts';
import { type Locale, locales } from '#protocol/core/locales.ts';
import { normalized } from '#app/ui/normalized.ts';

type CallingCode = CallOutput<'GET common/phoneCode'>['list'][number];

/** A country as the picker shows it. */
interface NamedCountry extends CallingCode {
  /** In the reader's language. */
  readonly name: string;
  /** What a search is compared with, folded. */
  readonly found: string;
}

function namesIn(tag: string): (country: string) => string {
  const names = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' });
  return (country) => names.of(country) ?? country;
}

/** A country's name in the reader's language. */
export function countryName(country: string, locale: Locale): string {
  return namesIn(locales[locale].intl)(country);
}

/** The countries by name in the reader's language, in that language's order. */
export function namedCountries(list: readonly CallingCode[], locale: Locale): NamedCountry[] {
  const nameOf = namesIn(locales[locale].intl);
  const englishOf = namesIn('en');
  const { compare } = new Intl.Collator(locales[locale].intl);
  return list
    .map((entry) => {
      const name = nameOf(entry.country);
      const labels = [name, englishOf(entry.country), entry.country, entry.callingCode];
      return { ...entry, name, found: labels.map(normalized).join('\n') };
    })
    .toSorted((a, b) => compare(a.name, b.name));
}

/** The countries a search means: by name in the reader's language or in English, by ISO code or by calling code. */
export function matchingCountries(countries: readonly NamedCountry[], query: string): readonly NamedCountry[] {
  const wanted = normalized(query.trim());
  return wanted === '' ? countries : countries.filter(({ found }) => found.includes(wanted));
}
