import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyDocumentNumber, documentNumber } from './document-number.ts';

describe('numbers of documents', () => {
  it('of a Chinese resident ID have their check digit and their date right', () => {
    const check = (typed: string) => documentNumber('id-card', 'CN', typed);
    expect(check('11010519491231002X')).toBe('11010519491231002X');
    expect(check(' 110105 19491231 002x ')).toBe('11010519491231002X');
    for (let digit = 0; digit <= 9; digit += 1) expect(check(`11010519491231002${digit}`)).toBeNull();
    // Any single digit that is wrong, and any two that changed places, are found.
    const right = '11010519491231002X';
    for (let at = 0; at < 17; at += 1) {
      const wrong = right.slice(0, at) + String((Number(right[at]) + 1) % 10) + right.slice(at + 1);
      expect(check(wrong), wrong).toBeNull();
    }
    for (const date of ['19490230', '19491301', '18991231', '19490100']) {
      for (const last of '0123456789X') expect(check(`110105${date}002${last}`)).toBeNull();
    }
    for (const typed of ['', '110105194912310', '01010519491231002X', '11010519491231002XX']) {
      expect(check(typed)).toBeNull();
    }
  });

  it('of a passport are 6 to 9 letters and digits, of any country', () => {
    const check = (typed: string) => documentNumber('passport', 'CN', typed);
    expect(check('e12345678')).toBe('E12345678');
    expect(check('EA 123 456')).toBe('EA123456');
    expect(check('Ｅ１２３４５６７８')).toBe('E12345678');
    for (const typed of ['', 'E1234', 'E123456789', 'ABCDEF', 'E1234567ß', 'E12345<78', 'Ё12345678']) {
      expect(check(typed), typed).toBeNull();
    }
  });

  it('of another card are 4 to 20 letters and digits', () => {
    const check = (typed: string) => documentNumber('id-card', 'DE', typed);
    expect(check('t22000129')).toBe('T22000129');
    expect(check('123.456/78-90')).toBe('1234567890');
    for (const typed of ['', '12', 'ABCDE', '1'.repeat(21), '1'.repeat(25), '12345\u0000', '<b>12345</b>']) {
      expect(check(typed), typed).toBeNull();
    }
  });
});

describe('spellings of one number', () => {
  test.each([
    ['A123456(3)', 'A1234563', 'HK'],
    ['a123456（3）', 'A1234563', 'HK'],
    ['А123456【３】', 'A1234563', 'HK'],
    ['1234567(8)', '12345678', 'MO'],
    ['1234–5678–9012', '123456789012', 'JP'],
    ['１２３４ー５６７８−９０１２', '123456789012', 'JP'],
    ['๑ ๒๓๔๕ ๖๗๘๙๐ ๑๒ ๓', '1234567890123', 'TH'],
    ['١٢٣٤٥٦٧٨٩٠', '1234567890', 'SA'],
    ['ΑΒ 123456', 'AB123456', 'GR'],
    ['аb\u200B123456', 'AB123456', 'GR'],
    ['ОР-ІЈ\u00AD123', 'OPIJ123', 'UA'],
    ['𝟏𝟐𝟑𝟒', '1234', 'DE'],
    ['ⅣАВ12', 'IVAB12', 'BY'],
  ])('%s is %s', (typed, number, country) => {
    expect(documentNumber('id-card', country, typed)).toBe(number);
  });

  it('of a Chinese resident ID and of a passport are read alike', () => {
    expect(documentNumber('id-card', 'CN', '１１０１０５–１９４９１２３１–００２х')).toBe('11010519491231002X');
    expect(documentNumber('passport', 'RU', 'АВ123456')).toBe('AB123456');
  });

  it('leave the letters that look like no Latin one, and digits that only look like a letter', () => {
    for (const typed of [
      'Д1234567',
      'Σ1234567',
      'A12345½',
      '中1234567',
      'A1234567😀',
      'A<1234567',
      'A1234_567',
      '((()))',
    ]) {
      expect(documentNumber('id-card', 'DE', typed), typed).toBeNull();
    }
    expect(documentNumber('id-card', 'DE', '10AB')).not.toBe(documentNumber('id-card', 'DE', 'IOAB'));
  });

  it('are one number wherever separators and look-alikes stand', () => {
    const alike: Readonly<Record<string, string>> = {
      A: 'АΑＡa',
      B: 'ВΒＢ',
      O: 'ОΟＯo',
      X: 'ХΧx',
      '1': '１๑١',
      '7': '７๗٧',
    };
    const characters = fc.array(fc.constantFrom(...Object.keys(alike)), { minLength: 3, maxLength: 18 });
    const drawn = fc.tuple(
      characters,
      fc.infiniteStream(fc.nat(20)),
      fc.constantFrom('', '-', '–', ' ', '(', '）', '/'),
    );
    fc.assert(
      fc.property(drawn, ([number, choices, separator]) => {
        const typed = number.map((one) => {
          const forms = [one, ...Array.from(alike[one] ?? '')];
          return separator + (forms[(choices.next().value ?? 0) % forms.length] ?? one);
        });
        expect(documentNumber('id-card', 'DE', `7${typed.join('')}`)).toBe(`7${number.join('')}`);
      }),
    );
  });

  it('are null or a normal form that stays, whatever is typed', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...Array.from('A1(–ー）٣ßиА𝟏İ ')), fc.string({ minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('CN', 'HK'),
        fc.constantFrom('id-card' as const, 'passport' as const),
        (typed, country, type) => {
          const number = documentNumber(type, country, typed);
          if (number === null) return;
          expect(number).toMatch(/^[A-Z0-9]{4,20}$/);
          expect(documentNumber(type, country, number)).toBe(number);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

it('of a document of unknown kind have 4 to 24 letters and digits', () => {
  expect(anyDocumentNumber(' a123456（3） ')).toBe('A1234563');
  expect(anyDocumentNumber('1'.repeat(24))).toBe('1'.repeat(24));
  for (const typed of ['', '123', '1'.repeat(25), 'A12345<', 'Д1234567'])
    expect(anyDocumentNumber(typed), typed).toBeNull();
});
