import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { asciiDigits, typedAs, type TypedKind } from './typed-text.ts';

const kinds: readonly TypedKind[] = ['address', 'phone', 'email', 'invitation', 'digits', 'name'];
/** The characters of the issue: what chat programs, PDF files and word processors leave in copied text. */
const unseen = [
  0x00ad, 0xfeff, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2067,
  0x2068, 0x2069, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
].map((code) => String.fromCodePoint(code));
const dashes = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uFE63', '\uFF0D'];

describe('digits of every script', () => {
  test('are those that Intl writes for each numbering system of digits', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((name) => {
      const ten = new Intl.NumberFormat('en', { numberingSystem: name, useGrouping: false }).format(9_876_543_210);
      return /^\p{Nd}{10}$/u.test(ten);
    });
    expect(systems.length).toBeGreaterThan(50);
    for (const numberingSystem of systems) {
      const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9_876_543_210);
      expect([numberingSystem, asciiDigits(written)]).toEqual([numberingSystem, '9876543210']);
    }
  });

  test('all have a value', () => {
    let count = 0;
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      const character = code >= 0xd8_00 && code <= 0xdf_ff ? '' : String.fromCodePoint(code);
      if (!/^\p{Nd}$/u.test(character)) continue;
      count += 1;
      expect(asciiDigits(character)).toMatch(/^[0-9]$/);
    }
    expect(count % 10).toBe(0);
  });
});

describe.each([
  ['address', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['phone', '+4917612345678'],
  ['email', 'mei-lin@example.com'],
  ['invitation', 'ABCD2345'],
  ['digits', '482913'],
  ['name', 'Mei Lin'],
] as const)('%s', (kind, plain) => {
  test.each(unseen)('drops %j wherever it stands', (character) => {
    const typed = Array.from(plain, (letter) => `${character}${letter}`).join('') + character;
    expect(typedAs(kind, typed)).toBe(plain);
  });

  test('drops spaces around it', () => {
    for (const space of [' ', '\u00A0', '\u202F', '\u2007', '\u3000', '\t', '\n']) {
      expect(typedAs(kind, `${space}${plain}${space}`)).toBe(plain);
    }
  });

  if (kind !== 'name') {
    test('reads full-width signs', () => {
      const wide = plain.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0));
      expect(typedAs(kind, wide)).toBe(plain);
    });
  }
});

test.each([
  ['+49 (0) 176 1234 5678', '+4917612345678'],
  ['+49(0)176/1234-5678', '+4917612345678'],
  ['0049 (0) 176 1234 5678', '+4917612345678'],
  ['+49\u2011176\u20111234\u20115678', '+4917612345678'],
  ['(0176) 1234.5678', '017612345678'],
  ['tel:+86-138-1234-5678', '+8613812345678'],
  ['٠٩٠١٢٣٤٥٦٧', '0901234567'],
  ['+86 138 1234 5678 ext', '+8613812345678ext'],
])('the phone %s is %s', (typed, meant) => {
  expect(typedAs('phone', typed)).toBe(meant);
});

test.each(dashes)('the dash %j leaves phones, codes and addresses, and is a hyphen in emails and names', (dash) => {
  expect(typedAs('phone', `+49${dash}176${dash}12345678`)).toBe('+4917612345678');
  expect(typedAs('digits', `482${dash}913`)).toBe('482913');
  expect(typedAs('invitation', `abcd${dash}2345`)).toBe('ABCD2345');
  expect(typedAs('address', `TJRabPrwb${dash}Zy45sbavfcjinPJC18kjpRTv8`)).toBe('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  expect(typedAs('email', `mei${dash}lin@a${dash}b.example`)).toBe('mei-lin@a-b.example');
  expect(typedAs('name', `Pérez${dash}López`)).toBe('Pérez-López');
});

it('leaves what it does not know, so that the check of the field refuses it', () => {
  expect(typedAs('digits', '48291a')).toBe('48291a');
  expect(typedAs('email', 'a b@c.example')).toBe('a b@c.example');
  expect(typedAs('email', 'a\r\nBcc: x@c.example')).toBe('a\r\nBcc: x@c.example');
  expect(typedAs('digits', '½²①')).toBe('½²①');
});

it('leaves the joiners that a script needs in a name', () => {
  expect(typedAs('name', 'نمی\u200Cخواهم')).toBe('نمی\u200Cخواهم');
  expect(typedAs('name', 'Me\u200Ci\u200D')).toBe('Mei');
});

it('changes nothing when it is applied again', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...unseen, ...dashes, '0', '+', '(', ')', '４', '٤', ' ', 'a', '\u00A0', '.') }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...kinds), (typed, kind) => {
      const once = typedAs(kind, typed);
      expect(typedAs(kind, once)).toBe(once);
    }),
    { numRuns: 5_000 },
  );
});
