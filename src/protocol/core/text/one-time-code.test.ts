import { expect, test } from 'vitest';
import { codeInText, secondFactorInText } from './one-time-code.ts';

test.each([
  '482913',
  ' 482913 ',
  '482 913',
  '482-913',
  '482–913',
  '482\u00A0913',
  '48 29 13',
  '4 8 2 9 1 3',
  '４８２９１３',
  '٤٨٢٩١٣',
  '๔๘๒๙๑๓',
  '\u200E482\u200B913\uFEFF',
  'Your code is 482913',
  'Your code is 482 913.',
  'Your Dunlin code is 482913. It is valid for 10 minutes.',
  'G-482913 is your code',
  '482913 10 minutes',
  '您的验证码是482913，10分钟内有效。',
  '認証コード：４８２９１３',
  '인증번호 482913 입니다',
  'รหัส 482913',
  '482913\n\n@dunlin.example #482913',
])('%j holds 482913', (text) => {
  expect(codeInText(text, 6)).toBe('482913');
  expect(secondFactorInText(text, 6)).toBe('482913');
});

test.each(['', '48291', '4829134', '482913 or 482914', 'abc', '48a913', '+49 176 482 913 55', '1.482913', '48²913'])(
  '%j holds none',
  (text) => {
    expect(codeInText(text, 6)).toBeNull();
    expect(secondFactorInText(text, 6)).toBeNull();
  },
);

test.each([
  'abcde-23456',
  'ABCDE-23456',
  ' abcde 23456',
  'abcde–23456',
  'ａｂｃｄｅ－２３４５６',
  'Code: abcde-23456',
  'abcde23456',
])('%j is a recovery code', (text) => {
  expect(secondFactorInText(text, 6)).toBe('abcde23456');
  expect(codeInText(text, 6)).toBeNull();
});

test.each([
  'abcde-23456-fghij-67234',
  'ABCDE-23456-FGHIJ-67234',
  ' abcde 23456 fghij 67234 ',
  'abcde–23456—fghij‐67234',
  'ａｂｃｄｅ－２３４５６－ｆｇｈｉｊ－６７２３４',
  'abcd e234 56fg hij6 7234',
  'Code: abcde-23456-fghij-67234',
  'abcde23456fghij67234',
])('%j is a recovery code of four groups', (text) => {
  expect(secondFactorInText(text, 6)).toBe('abcde23456fghij67234');
  expect(codeInText(text, 6)).toBeNull();
});

test.each([
  'abcde-23456-fghij',
  'abcde23456fghij6723',
  'abcde23456fghij672345',
  'abcde-23456-fghij-67189',
  'abcde-23456-fghij-67234-abcde',
  'abcde-23456-fghij-67234, abcde-23456-fghij-67235',
  'abcde-23456\nfghij-67234',
])('%j is none', (text) => {
  expect(secondFactorInText(text, 6)).toBeNull();
});
