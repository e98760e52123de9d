import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { plainText } from './plain-text.ts';
import { shownText } from './shown-text.ts';
import { startWatch } from '../../../../tests/pace.ts';

describe('plain text', () => {
  it.each([
    'Hello, how do I close half?',
    '您好，请问如何提现？',
    'Tiếng Việt: Nguyễn Văn Đạt, rất tốt',
    'ภาษาไทย น้ำ ที่นี่ ผู้ใช้',
    '한국어 문장입니다.',
    '日本語　ですか。'.replace('　', ' '),
    'نمی‌خواهم',
    'क्‍ष',
    'അനില്\u200D',
    'ශ්\u200Dරී',
    'שָׁלוֹם עולם',
    '👩‍👩‍👧‍👦 👍🏽 ❤️ 🏳️‍🌈 1️⃣',
    '<script>alert(1)</script> & "quoted"',
    'https://dunlin.example/a?b=c#d',
  ])('leaves %s as it is', (text) => {
    expect(plainText(text.normalize('NFC'), 'line')).toBe(text.normalize('NFC'));
  });

  it.each([
    ['abc\u202Egpj.exe', 'abcgpj.exe'],
    ['\u2067right\u2069 \u200Fmark\u061C', 'right mark'],
    ['pay\u200Bpal a\u200Db c\u200Cd', 'paypal ab cd'],
    ['\u200D\u200C\uFEFF\u2060\u3164 \u115F', ''],
    ['\u001B[2K\u001B]0;title\u0007red', '[2K]0;titlered'],
    ['a\u0000b\u007Fc\u009Bd', 'abcd'],
    ['  two\u00A0\u2003 \u2800 spaces ', 'two spaces'],
    [`a${'\u0301'.repeat(50)}`, `á${'\u0301'.repeat(4)}`],
    ['x\u{E0041}\u{E0042}\u{E007F}y', 'xy'],
    [`z\uFE0F\uFE0E\uFE01`, 'z\uFE0F'],
    ['\uFE0F', ''],
    ['a\u200Dല\u200D ല്\u200D\u200D', 'aല ല്\u200D'],
    ['\u0301\u200Cല\u0301\u200C\u0D4D\u200C', '\u0301ല\u0D4D\u0301'],
    // Without the useless joiner, the mark and the sign behind it change places.
    ['ല\u0301\u200D\u0D4D\u200Dല', 'ല\u0D4D\u0301ല'],
    ['❤\uFE0F\u200D\uFE0F', '❤\uFE0F'],
    [`ല\u0301${'\u200D\u0D4D'.repeat(20)}ല`, 'ല\u0D4D\u0D4D\u0D4D\u0D4Dല'],
    ['half \uD800 pair', 'half pair'],
    ['one\r\ntwo\u2028three', 'one two three'],
    ['Jose\u0301', 'José'],
  ])('makes %j plain', (typed, kept) => {
    expect(plainText(typed, 'line')).toBe(kept);
  });

  it('keeps the lines of a longer text, two breaks at most', () => {
    expect(plainText('\n\n one \r\n\r\n\r\n\u2029two\t\u202E\n  - three\n', 'lines')).toBe('one\n\ntwo\n  - three');
  });

  it('changes nothing when it is cleaned again', () => {
    const characters = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...Array.from('ab \n\r\t\u200D\u200C\u202E\u0301\uFE0F👩❤\u0645ല\u0D4D\u2800\u1160')), {
          maxLength: 40,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(characters, fc.constantFrom('line' as const, 'lines' as const), (typed, shape) => {
        const once = plainText(typed, shape);
        expect(plainText(once, shape)).toBe(once);
        expect(once.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F]/u);
        if (shape === 'line') expect(once).not.toContain('\n');
      }),
      { numRuns: allRuns(5_000) },
    );
  });

  it('takes no longer for a long text than its length asks for', () => {
    const watch = startWatch();
    for (const part of ['\u0301', '\u200D', '\u200D\u0D4D', ' ', '\n', 'a\u202E', '👩\u200D', '\uFE0F']) {
      plainText(part.repeat(65_536 / part.length), 'lines');
    }
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(1_000));
  });
});

describe('a field that others read', () => {
  const field = shownText({ shape: 'line', least: 2, most: 5 });

  it('is counted after it was cleaned, and refused when it is too long', () => {
    expect(v.parse(field, ' \u202Eab\u202C ')).toBe('ab');
    expect(v.is(field, '\u200Ba\u200B')).toBe(false);
    expect(v.is(field, 'abcdef')).toBe(false);
    expect(v.parse(field, 'abcde')).toBe('abcde');
  });
});
