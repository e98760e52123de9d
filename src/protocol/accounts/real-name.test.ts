import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isNameOf, nameKey, userName } from './real-name.ts';

describe('names', () => {
  it('are letters of any script, composed, without stray spaces', () => {
    for (const name of ['Ada', '小明', "O'Neil", 'Anne-Marie', '阿依古丽·买买提', 'Nguyễn Văn', 'ปรีชา', 'J. R.']) {
      expect(userName(name), name).toBe(name.normalize('NFC'));
    }
    expect(userName('  Mei \u3000 Lin ')).toBe('Mei Lin');
    expect(userName('Jose\u0301')).toBe('José');
    expect(userName('Ada\nB')).toBe('Ada B');
  });

  it('lose what cannot be seen', () => {
    for (const typed of ['Ada\u202E', 'Ada\u200B', '\uFEFFA\u00ADda']) expect(userName(typed), typed).toBe('Ada');
  });

  it('hold nothing else', () => {
    for (const typed of ['', ' ', '-', '1', 'Ada1', '<b>', '😀', 'a'.repeat(61)]) {
      expect(userName(typed), typed).toBeNull();
    }
  });
});

describe('names of people', () => {
  test.each([
    ['A/L Ramasamy', 'A/L Ramasamy'],
    ['D/O Lee', 'D/O Lee'],
    ["'t Hart", "'t Hart"],
    ['‘t Hart', "'t Hart"],
    ['O‘Brien', "O'Brien"],
    ['O’Brien', "O'Brien"],
    ['O´Brien', "O'Brien"],
    ['OʼBrien', "O'Brien"],
    ['O＇Brien', "O'Brien"],
    ['Kaʻiulani', "Ka'iulani"],
    ['艾力•买买提', '艾力·买买提'],
    ['艾力・买买提', '艾力·买买提'],
    ['艾力‧买买提', '艾力·买买提'],
    ['ﾖｼｺ･タナカ', 'ヨシコ·タナカ'],
    ['ジャン゠ポール', 'ジャン-ポール'],
    ['Pérez‐López', 'Pérez-López'],
    ['Pérez−López', 'Pérez-López'],
    ['בן־גוריון', 'בן-גוריון'],
    ['ג׳ורג׳', 'ג׳ורג׳'],
    ['Smith, Jr.', 'Smith, Jr.'],
    ['Smith，Jr．', 'Smith,Jr.'],
    ['J.-P. Sartre', 'J.-P. Sartre'],
    ['Dupont--Martin', 'Dupont--Martin'],
    ['Md.Rahman', 'Md.Rahman'],
    ['St.John', 'St.John'],
    ['Gal·la', 'Gal·la'],
    ['Mª José', 'Mª José'],
    ['李〇', '李〇'],
    ['佐々木', '佐々木'],
    ['བསྟན་འཛིན་', 'བསྟན་འཛིན་'],
    ['Ｍｅｉ', 'Mei'],
    ['葛\u{E0100}城', '葛城'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(userName(typed)).toBe(stored.normalize('NFC'));
  });

  it('keep the joiners that their script needs, and lose others', () => {
    const needed = ['علی\u200Cرضا', 'ক্\u200Dষ', 'അനില്\u200D', 'ශ්\u200Dරී', 'क्\u200Dष'];
    for (const name of needed) expect(userName(name)).toBe(name.normalize('NFC'));
    expect(userName('A\u200Dda\u200C')).toBe('Ada');
  });

  test.each([
    'Ada1',
    'Ada²',
    'Ada٣',
    '<b>Ada</b>',
    'Ada&amp;',
    '😀',
    'Ada😀',
    'Ada ❤️',
    '🇩🇪',
    '1️⃣',
    'A\u20E3',
    'ada@example.com',
    'https://example.com',
    'www.example',
    'WWW.Example.com',
    'example.com',
    'bit.ly/abc',
    '//ada',
    'A//L',
    '/L',
    'A/',
    'A / L',
    ',',
    'Ada,',
    ', Ada',
    'Ada ,Jr',
    '.',
    "'",
    "''Ada",
    "'",
    '・',
    '- -',
    '\u0301',
    'ʿ',
    'A...B',
    'A---B',
    "A'.'B",
    'Ada_B',
    'Ada\\B',
    'Ada|B',
    'Ada;B',
    'Ada:B',
    'Ada"B"',
    'Ada(B)',
    '$',
    '\u{E000}',
    'ⓐ',
  ])('%j is none', (typed) => {
    expect(userName(typed)).toBeNull();
  });

  it('are as long as their field, in UTF-16 units', () => {
    expect(userName('a'.repeat(121), 121)).toBe('a'.repeat(121));
    expect(userName('a'.repeat(122), 121)).toBeNull();
  });

  it('stay as they are once they are stored', () => {
    const signs = Array.from("aAé王タﾀﾞ'‘´`,/.·•･-‐− ʹ\u0374\u0387\u200C\u200Dക്അ\u094D\uFE0F\u0301");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }), (typed) => {
        const once = userName(typed);
        if (once !== null) expect(userName(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });
});

it('is refused with more marks on a letter than texts keep, and never loses one', () => {
  expect(userName('e\u0301\uFF9E\u0301\uFF9E')).toBe('\u00E9\u3099\u3099\u0301');
  expect(userName('\u00E9\u0301\uFF9E\u0301\uFF9E\u0301')).toBeNull();
});

describe('the key of a name', () => {
  test.each([
    ['A/L Ramasamy', 'al ramasamy'],
    ["'t Hart", 'T HART'],
    ['O‘Brien', 'OBRIEN'],
    ['Oʼbrien', 'o´Brien'],
    ['艾力•买买提', '艾力·买买提'],
    ['艾力・买买提', '艾力买买提'],
    ['ﾖｼｺ･ﾀﾞﾅｶ', 'ヨシコ ダナカ'],
    ['Pérez‐López', 'PÉREZ LÓPEZ'],
    ['Jose\u0301', 'JOSÉ'],
    ['Smith, Jr.', 'SMITH JR'],
    ['Groß', 'GROSS'],
    ['GROẞ', 'groß'],
    ['İsmail Işık', 'ismail ışık'],
    ['ΝΙΚΟΣ ΠΑΠΑΣ', 'Νικος Παπας'],
    ['علی\u200Cرضا', 'علی رضا'],
    ['محمـــد', 'محمد'],
    ['അനില്\u200D', 'അനില്'],
    ['葛\u{E0100}城', '葛城'],
    ['Ｍｅｉ Ｌｉｎ', 'mei-lin'],
  ])('of %s is the one of %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
    expect(nameKey(one)).not.toBe('');
  });

  it('tells names apart', () => {
    const keys = ['Mei Lin', 'Mei Lim', 'José', 'Jose', 'Анна', 'Anna', 'ひろし', 'ヒロシ'].map(nameKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for what is typed, what is stored and the key', () => {
    const signs = Array.from("aAé王タﾀﾞßİıςΣ'‘´,/.·•･-‐ ʹ\u200C\u200Dക്\u0301");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }), (typed) => {
        const stored = userName(typed);
        if (stored === null) return;
        expect(nameKey(stored)).toBe(nameKey(typed));
        expect(nameKey(stored.toUpperCase())).toBe(nameKey(stored));
        expect(nameKey(nameKey(stored))).toBe(nameKey(stored));
      }),
      { numRuns: 5_000 },
    );
  });
});

it('is one of two parts, first or last name first', () => {
  const mei = { firstName: 'Mei', lastName: 'Lin' };
  for (const whole of ['Mei Lin', 'LIN MEI', 'mei·lin', 'ＭＥＩ Lin', 'Lin, Mei'])
    expect(isNameOf(whole, mei), whole).toBe(true);
  for (const whole of ['Mei', 'Mei Lim', 'Lin Mei Mei', '']) expect(isNameOf(whole, mei), whole).toBe(false);
  expect(isNameOf('王小明', { firstName: '小明', lastName: '王' })).toBe(true);
  expect(isNameOf('Πάπας Νίκος', { firstName: 'Νίκος', lastName: 'Πάπας' })).toBe(true);
});
