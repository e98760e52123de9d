import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { localeCodes, type Locale } from '../locales.ts';
import { numberMarks, withMarks } from './number-marks.ts';
import { readNumber } from './number-text.ts';

const read = (locale: Locale, text: string, places = 8, units: readonly string[] = []) => {
  const found = readNumber(text, { marks: numberMarks(locale), places, units });
  return typeof found === 'string' ? found : found.decimal;
};

/** What reads alike in every language. */
const everywhere = [
  ['25', '25'],
  ['２５', '25'],
  ['0．５', '0.5'],
  ['０．５', '0.5'],
  ['1e-5', '0.00001'],
  ['1E-8', '0.00000001'],
  ['1.2E+3', '1200'],
  ['1,2e3', '1200'],
  ['1.234e3', '1234'],
  ['１．２Ｅ＋３', '1200'],
  ['1e-9', '0.00000000'],
  ['٠٫٥', '0.5'],
  ['١٢٬٣٤٥٫٦٧', '12345.67'],
  ['๐.๕', '0.5'],
  ['२५', '25'],
  ['𝟐𝟓', '25'],
  ['1 234,5', '1234.5'],
  ['1\u202F234\u202F567,89', '1234567.89'],
  ['1\u00A0234.5', '1234.5'],
  ['1\u2009234.5', '1234.5'],
  ["1'234.5", '1234.5'],
  ['1’234’567.5', '1234567.5'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1.234.567,89', '1234567.89'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['12,34,567.5', '1234567.5'],
  ['0,5', '0.5'],
  ['0.125', '0.125'],
  ['0,125', '0.125'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['+5', '5'],
  ['007', '7'],
  ['-0', '0'],
  ['\u200E\u202A25\u202C', '25'],
  [' 25\n', '25'],
  ['1.234.567,89 ₫', '1234567.89'],
  ['$ 12.5', '12.5'],
  ['', ''],
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['－５', 'negative'],
  ['–0.5', 'negative'],
  ['-1e-5', 'negative'],
  ['-', 'negative'],
  ['1'.repeat(31), 'too-large'],
  ['1e31', 'too-large'],
  ['1e999999999', 'too-large'],
  '.',
  ',',
  '1-5',
  '5-',
  '(5)',
  '12a',
  'a12',
  '0x10',
  '1e',
  'e5',
  '1e5.5',
  '1e-',
  '1_000',
  '½',
  '²',
  '①',
  '五',
  '1.5万',
  '5K',
  '1/2',
  '1:2',
  '1..2',
  '1,,2',
  '1,23,4',
  '1,2345,678',
  '1 2',
  '12 34',
  '1.2.3',
  '1 234,567 890',
  '1.234,567.8',
  '٠٫٥٫٥',
  'NaN',
  'Infinity',
  '1=1',
  '2026-11-29',
  '12 BTC',
  '5%',
  "1'23",
  '0,123,456',
  '1 -5',
].map((row): [string, string] => (typeof row === 'string' ? [row, 'unreadable'] : [row[0] ?? '', row[1] ?? '']));

/** What only the language tells. */
const byLanguage = [
  ['1.234', '1.234', '1234'],
  ['1,234', '1234', '1.234'],
  ['12.345', '12.345', '12345'],
  ['12,345', '12345', '12.345'],
  ['1,5', '1.5', '1.5'],
  ['1.5', '1.5', '1.5'],
] as const;

describe.each(localeCodes)('in %s', (locale) => {
  test.each(everywhere)('%j reads %s', (text, meant) => {
    expect(read(locale, text)).toBe(meant);
  });

  test.each(byLanguage)('%j reads %s with a decimal point and %s with a decimal comma', (text, point, comma) => {
    expect(read(locale, text)).toBe(locale === 'yn' ? comma : point);
  });

  it('reads every number as this language and others write it', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const digits = fc.constantFrom('latn', 'arab', 'deva', 'thai', 'fullwide', 'hanidec', 'mathsans');
    const space = fc.constantFrom(' ', '\u00A0', '\u202F', '\u2009', "'", '’');
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), digits, space, (all, places, numberingSystem, mark) => {
        const text = all.toString().padStart(places + 1, '0');
        const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)];
        const decimal = fraction === '' ? whole : `${whole}.${fraction}`;
        const own = withMarks(decimal, locale);
        const spaced = withMarks(decimal, 'en').replaceAll(',', mark);
        expect(read(locale, own)).toBe(decimal);
        if (fraction !== '' || all < 1000n) expect(read(locale, spaced)).toBe(decimal);
        if (numberingSystem === 'hanidec') return;
        const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
        expect(
          read(
            locale,
            own.replaceAll(/\d/g, (digit) => format.format(Number(digit))),
          ),
        ).toBe(decimal);
      }),
      { numRuns: 300 },
    );
  });

  it('never makes another number of one with a foreign character in it', () => {
    const foreign = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
      .filter(
        (one) => !/[\p{Nd}\p{Sc}\p{Z}\s.,'’‘ʼ´`′٫٬+eE\p{Pd}−⁃。｡、︐，．＋ｅＥ]/u.test(one.normalize('NFKC') + one),
      )
      .filter((one) => !/^[\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u.test(one));
    fc.assert(
      fc.property(fc.nat(), fc.nat(20), foreign, (number, at, character) => {
        const text = `${String(number).slice(0, at)}${character}${String(number).slice(at)}`;
        expect(read(locale, text)).toBe('unreadable');
      }),
      { numRuns: 500 },
    );
  });
});

test('what is finer than the field is cut, and it is told', () => {
  const cut = (text: string, places: number) => readNumber(text, { marks: numberMarks('en'), places });
  expect(cut('1.239', 2)).toEqual({ decimal: '1.23', isCut: true });
  expect(cut('1.2300', 2)).toEqual({ decimal: '1.23', isCut: false });
  expect(cut('1e-5', 2)).toEqual({ decimal: '0.00', isCut: true });
  expect(cut('12.5', 0)).toEqual({ decimal: '12', isCut: true });
});

test('a unit of the field may stand with the number, and no other', () => {
  expect(read('en', '0.5 BTC', 8, ['BTC'])).toBe('0.5');
  expect(read('en', 'btc 0.5', 8, ['BTC'])).toBe('0.5');
  expect(read('en', '12%', 2, ['%'])).toBe('12');
  expect(read('zh', '1,234.5 元', 2, ['元'])).toBe('1234.5');
  expect(read('en', '0.5 ETH', 8, ['BTC'])).toBe('unreadable');
});
