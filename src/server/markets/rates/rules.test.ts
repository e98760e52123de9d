import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jumps, rateOf, ratesInAnswer } from './rules.ts';

describe('a rate', () => {
  it('is a positive decimal, kept exact and without trailing zeros', () => {
    expect(rateOf('7.120')).toBe('7.12');
    expect(rateOf('25410')).toBe('25410');
    expect(rateOf('0.000000000001')).toBe('0.000000000001');
    for (const text of ['', '0', '0.0', '-1', '1e3', '.5', '01', 'NaN', '7,12', '0.0000000000001', '1234567890123']) {
      expect(rateOf(text), text).toBeNull();
    }
  });

  it('jumps past its share and not at it', () => {
    expect(jumps('100', '105', 5)).toBe(false);
    expect(jumps('100', '105.000000000001', 5)).toBe(true);
    expect(jumps('100', '95', 5)).toBe(false);
    expect(jumps('100', '94.999999999999', 5)).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 100 }), (units, percent) => {
        expect(jumps(String(units), String(units), percent)).toBe(false);
        expect(jumps(String(units), String(units * 3), percent)).toBe(true);
      }),
    );
  });
});

describe('an answer of a source', () => {
  it('gives the listed rates as they are written, through no float', () => {
    const text = '{"base":"USD","rates":{"CNY":7.123456789012,"JPY":"151.60","XYZ":5,"THB":-1,"EUR":1e2,"KRW":1398}}';
    expect([...ratesInAnswer(text)]).toEqual([
      ['CNY', '7.123456789012'],
      ['JPY', '151.6'],
      ['KRW', '1398'],
    ]);
    expect(ratesInAnswer('{"base_code":"USD","rates":{"VND":25410.5}}').get('VND')).toBe('25410.5');
  });

  it('is refused in any other form', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"base":"EUR","rates":{}}',
      '{"base":"USD"}',
      '{"base":"USD","rates":7}',
    ]) {
      expect(() => ratesInAnswer(text), text).toThrow();
    }
  });
});
