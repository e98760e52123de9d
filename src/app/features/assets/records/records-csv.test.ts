import { expect, test } from 'vitest';
import { csvField, csvFile, isoWithOffset } from './records-csv.ts';

test('quotes what needs it and doubles quotes', () => {
  expect(['plain', 'a,b', 'say "hi"', 'two\r\nlines', ''].map(csvField)).toEqual([
    'plain',
    '"a,b"',
    '"say ""hi"""',
    '"two\r\nlines"',
    '',
  ]);
});

test('no text becomes a formula, and numbers stay numbers', () => {
  expect(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\tx', '=HYPERLINK("http://x","y")'].map(csvField)).toEqual([
    "'=1+1",
    "'+SUM(A1)",
    "'-2+3",
    "'@cmd",
    "'\tx",
    `"'=HYPERLINK(""http://x"",""y"")"`,
  ]);
  expect(['-12.5', '0.00000001', '7'].map(csvField)).toEqual(['-12.5', '0.00000001', '7']);
});

test('an identifier keeps its zeros and all its digits', () => {
  const identifiers = ['000003', '4539578763621486', '-7', 'A17', '=1+1', ''].map((identifier) => ({ identifier }));
  expect(identifiers.map(csvField)).toEqual(['"\t000003"', '"\t4539578763621486"', '"\t-7"', 'A17', "'=1+1", '']);
});

test('writes a file with its mark and CRLF', () => {
  expect(
    csvFile([
      ['Time', 'Coin'],
      ['1', '币'],
    ]),
  ).toBe('\uFEFFTime,Coin\r\n1,币\r\n');
});

test('times carry their offset', () => {
  const at = Date.UTC(2026, 10, 20, 17, 2, 35);
  expect(isoWithOffset(at, () => 8)).toBe('2026-11-21T01:02:35+08:00');
  expect(isoWithOffset(at, () => -3.5)).toBe('2026-11-20T13:32:35-03:30');
  expect(isoWithOffset(at, () => 0)).toBe('2026-11-20T17:02:35+00:00');
});
