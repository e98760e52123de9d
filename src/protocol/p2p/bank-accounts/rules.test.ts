import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fiatCurrencyCodes } from '../currencies.ts';
import { isCardNumber, isRoutingNumber } from './check-digits.ts';
import {
  bankForms,
  bankNumberFields,
  bankRegions,
  type BankRegion,
  currencyRegions,
  groupedNumber,
  receivesCurrency,
  shownBankNumber,
} from './forms.ts';
import { bankNumberText, readBankAccount, type TypedBankAccount } from './rules.ts';
import { bankAccountExamples as examples } from './testing.ts';

const ibans = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'GB29NWBK60161331926819',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
];
const cards = ['4539578763621486', '6222021234567890128', '6225880137706868'].filter(isCardNumber);
const routings = ['021000021', '011401533', '091000019', '322271627'];

const read = (region: BankRegion, typed: Partial<TypedBankAccount>) =>
  readBankAccount({ account: null, bankCode: null, branchCode: null, kind: null, ...typed, region });

/** The number with one of its digits changed, at any place, by any amount. */
const oneWrong = (numbers: readonly string[]) =>
  fc.constantFrom(...numbers).chain((number) => {
    const places = Array.from(number, (sign, place) => ({ sign, place })).filter(({ sign }) => /\d/.test(sign));
    return fc.tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 9 })).map(([{ sign, place }, by]) => {
      return number.slice(0, place) + ((Number(sign) + by) % 10) + number.slice(place + 1);
    });
  });

describe('check digits', () => {
  it('refuse every IBAN with one wrong digit', () => {
    for (const iban of ibans) expect(read('EU', { account: iban }).faults, iban).toEqual({});
    fc.assert(fc.property(oneWrong(ibans), (wrong) => read('EU', { account: wrong }).faults.account !== undefined));
  });

  it('refuse every card number with one wrong digit', () => {
    expect(cards.length).toBeGreaterThan(0);
    fc.assert(fc.property(oneWrong(cards), (wrong) => !isCardNumber(wrong)));
  });

  it('refuse every routing number with one wrong digit', () => {
    for (const number of routings) expect(isRoutingNumber(number), number).toBe(true);
    fc.assert(fc.property(oneWrong(routings), (wrong) => !isRoutingNumber(wrong)));
    for (const number of ['000000000', '999999992', '500000005']) expect(isRoutingNumber(number), number).toBe(false);
  });
});

/** The ten digits of scripts that people type in, spaces, and every dash. */
const scripts = [0x30, 0xff_10, 0x06_60, 0x06_f0, 0x09_66, 0x0e_50];
const between = ['', ' ', '-', '\u2011', '\u2013', '\u00A0', '\u3000', '\u200B'];

describe('typed and pasted', () => {
  it.each(bankRegions)('an account of %s is taken in any script, with any spaces and dashes', (region) => {
    const form = bankForms[region];
    const example = examples[region];
    const written = (text: string, script: number, gaps: readonly string[]) =>
      Array.from(text, (sign, place) => {
        const own = /\d/.test(sign) ? String.fromCodePoint(script + Number(sign)) : sign.toLowerCase();
        return own + (gaps[place % gaps.length] ?? '');
      }).join('');
    const gaps = fc.array(fc.constantFrom(...between), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...scripts), gaps, (script, parts) => {
        const typed = bankNumberFields.map((field) => [field, written(example[field] ?? '', script, parts)] as const);
        const { account, faults } = readBankAccount({ ...example, ...Object.fromEntries(typed) });
        expect(faults).toEqual({});
        expect(account).toEqual(example);
      }),
    );
    expect(form.account.most).toBeLessThanOrEqual(34);
  });

  it('groups and normalises back and forth, and never loses a sign', () => {
    const numbers = bankRegions.flatMap((region) =>
      bankNumberFields.flatMap((field) => bankForms[region][field] ?? []),
    );
    const digits = fc
      .array(fc.constantFrom(...Array.from('0123456789')), { minLength: 1, maxLength: 34 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...numbers), digits, (number, text) => {
        expect(bankNumberText(number.is, groupedNumber(text, number))).toBe(text);
      }),
    );
  });

  it('normalises once and for all, and shortens nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const once = bankNumberText('iban', text);
        expect(bankNumberText('iban', once)).toBe(once);
      }),
    );
    expect(bankNumberText('account', `${'1'.repeat(500)} x`)).toBe(`${'1'.repeat(500)}X`);
    expect(bankNumberText('iban', 'IBAN: de89 3704')).toBe('DE893704');
  });

  it('shows the groups that banks print', () => {
    expect(shownBankNumber('EU', 'account', 'DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(shownBankNumber('GB', 'bankCode', '601613')).toBe('60-16-13');
    expect(shownBankNumber('AU', 'bankCode', '062000')).toBe('062-000');
    expect(shownBankNumber('TH', 'account', '1234567890')).toBe('123-4-56789-0');
    expect(shownBankNumber('TH', 'account', '020123456789')).toBe('020123456789');
    expect(shownBankNumber('JP', 'account', '0123456')).toBe('0123456');
    // From before there were regions, and from a newer exchange.
    expect(shownBankNumber(null, 'account', '4539578763621486')).toBe('4539 5787 6362 1486');
    expect(shownBankNumber('ZZ', 'account', '4539578763621486')).toBe('4539578763621486');
  });
});

test.each<[BankRegion, Partial<TypedBankAccount>, object]>([
  ['EU', { account: 'DE89370400440532013001' }, { account: { why: 'check-digits' } }],
  [
    'EU',
    { account: 'DE8937040044053201300' },
    { account: { why: 'length', country: 'DE', least: 22, most: 22, given: 21 } },
  ],
  ['EU', { account: 'DE8937040044053201300X' }, { account: { why: 'form', country: 'DE' } }],
  ['EU', { account: 'US89370400440532013000' }, { account: { why: 'country' } }],
  ['EU', { account: 'DE89/3704' }, { account: { why: 'characters' } }],
  ['EU', { account: '' }, { account: { why: 'missing' } }],
  ['EU', { account: 'DE89370400440532013000', bankCode: '370' }, { bankCode: { why: 'unused' } }],
  ['CN', { account: '4539578763621487' }, { account: { why: 'check-digits' } }],
  ['CN', { account: '45395787636' }, { account: { why: 'length', least: 12, most: 19, given: 11 } }],
  [
    'HK',
    { bankCode: '04', account: '12345' },
    {
      bankCode: { why: 'length', least: 3, most: 3, given: 2 },
      account: { why: 'length', least: 9, most: 12, given: 5 },
    },
  ],
  ['US', { bankCode: '021000022', account: '1234', kind: 'savings' }, { bankCode: { why: 'check-digits' } }],
  ['US', { bankCode: '021000021', account: '1234' }, { kind: { why: 'missing' } }],
  ['US', { bankCode: '021000021', account: '1234', kind: 'ordinary' }, { kind: { why: 'missing' } }],
  [
    'JP',
    { bankCode: '0005', branchCode: '12', account: '123456', kind: 'ordinary' },
    {
      branchCode: { why: 'length', least: 3, most: 3, given: 2 },
      account: { why: 'length', least: 7, most: 7, given: 6 },
    },
  ],
  ['KR', { account: '123456789' }, { account: { why: 'length', least: 10, most: 14, given: 9 } }],
  ['KR', { account: '110123456789', kind: 'savings' }, { kind: { why: 'unused' } }],
  ['VN', { account: '12345a' }, { account: { why: 'characters' } }],
  ['TH', { account: '123456789' }, { account: { why: 'length', least: 10, most: 12, given: 9 } }],
  ['GB', { bankCode: '6016', account: '31926819' }, { bankCode: { why: 'length', least: 6, most: 6, given: 4 } }],
  ['IN', { bankCode: 'HDFC1000123', account: '50100123456789' }, { bankCode: { why: 'form' } }],
  ['AU', { bankCode: '06200', account: '12345678' }, { bankCode: { why: 'length', least: 6, most: 6, given: 5 } }],
])('an account of %s is refused: %j', (region, typed, faults) => {
  expect(read(region, typed).faults).toEqual(faults);
});

test('every traded currency has a form', () => {
  expect(Object.keys(currencyRegions)).toEqual(fiatCurrencyCodes);
  for (const code of fiatCurrencyCodes) expect(bankForms[currencyRegions[code]].currency).toBe(code);
});

it('pays an account of a bank in the currency of its region alone', () => {
  for (const code of fiatCurrencyCodes) {
    const regions = bankRegions.filter((region) => receivesCurrency({ region }, code));
    expect(regions).toEqual([currencyRegions[code]]);
    for (const region of [null, 'ZZ']) expect(receivesCurrency({ region }, code)).toBe(true);
  }
});
