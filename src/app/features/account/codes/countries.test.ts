import { expect, test } from 'vitest';
import { countryName, matchingCountries, namedCountries } from './countries.ts';

const list = [
  { country: 'AX', callingCode: '+358', example: null },
  { country: 'CI', callingCode: '+225', example: null },
  { country: 'CN', callingCode: '+86', example: null },
  { country: 'JP', callingCode: '+81', example: null },
];

function found(query: string, locale: 'en' | 'jp' | 'yn' = 'en'): string[] {
  return matchingCountries(namedCountries(list, locale), query).map(({ country }) => country);
}

test('names are in the reader’s language and order', () => {
  expect(countryName('JP', 'jp')).toBe('日本');
  expect(countryName('JP', 'en')).toBe('Japan');
  expect(namedCountries(list, 'en').map(({ country }) => country)).toEqual(['AX', 'CN', 'CI', 'JP']);
});

test('a search finds by name without accents, in the language and in English, by code and calling code', () => {
  expect(found('aland')).toEqual(['AX']);
  expect(found('COTE D')).toEqual(['CI']);
  expect(found('日本', 'jp')).toEqual(['JP']);
  expect(found('japan', 'jp')).toEqual(['JP']);
  expect(found('+86')).toEqual(['CN']);
  expect(found(' jp ')).toEqual(['JP']);
  expect(found('quan dao', 'yn')).toEqual(['AX']);
  expect(found('')).toHaveLength(4);
  expect(found('zz')).toEqual([]);
});
