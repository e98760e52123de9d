import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from '#protocol/core/decimal.ts';
import { localeCodes, locales } from '#protocol/core/locales.ts';
import {
  directionOf,
  formatAmount,
  formatCompact,
  formatNumber,
  formatPercent,
  formatShare,
  numberSeparators,
  parseNumber,
} from './number-format.ts';

describe('numbers', () => {
  it.each(localeCodes)('have the marks that Intl has in %s', (locale) => {
    const parts = new Intl.NumberFormat(locales[locale].intl, { minimumFractionDigits: 1 }).formatToParts(12_345.5);
    const part = (type: string) => parts.find((piece) => piece.type === type)?.value;
    expect(numberSeparators(locale)).toEqual({ group: part('group'), point: part('decimal') });
  });

  it('groups and cuts without a float', () => {
    expect(formatNumber('12345678901234567890.123456789', { locale: 'en' })).toBe(
      '12,345,678,901,234,567,890.123456789',
    );
    expect(formatAmount('1.999', 2, 'en')).toBe('1.99');
    expect(formatAmount('-1234.5', 2, 'yn')).toBe('−1.234,50');
    expect(formatAmount('0.005', 2, 'en')).toBe('0.00');
    expect(formatAmount('-0.005', 2, 'en')).toBe('0.00');
  });

  it('writes changes with a sign, and nothing without one', () => {
    expect(formatPercent('1.2', 2, 'en')).toBe('+1.20%');
    expect(formatPercent('-12.345', 2, 'en')).toBe('−12.34%');
    expect(formatPercent('0', 2, 'en')).toBe('0.00%');
    expect(formatPercent('-0.004', 2, 'en')).toBe('0.00%');
    expect(directionOf('-0.004')).toBe(0);
    expect(directionOf('-0.01')).toBe(-1);
    expect(formatShare('0.001', 1, 'en')).toBe('0.1%');
  });

  it('shortens by the steps of each language', () => {
    expect(localeCodes.map((locale) => formatCompact('1234567.89', 2, locale))).toEqual([
      '123.45万',
      '1.23M',
      '123.45万',
      '123.45萬',
      '123.45만',
      '1,23M',
      '1.23M',
    ]);
    expect(formatCompact('999.999', 2, 'en')).toBe('999.99');
    expect(formatCompact('9999', 0, 'zh')).toBe('9,999');
    expect(formatCompact('123456789012', 2, 'hk')).toBe('1,234.56億');
    expect(formatCompact('-1500', 2, 'en')).toBe('−1.50K');
  });

  it('shows what is no decimal as a dash', () => {
    expect(formatNumber('1e5', { locale: 'en' })).toBe('–');
    expect(formatCompact('', 2, 'en')).toBe('–');
  });

  it('reads back in every language what it wrote', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.constantFrom(...localeCodes), (units, locale) => {
        const decimal = fromUnits(units, 8);
        expect(parseNumber(formatNumber(decimal, { locale }), locale)).toBe(decimal);
      }),
    );
  });

  it('forgives what users type and refuses what is no number', () => {
    expect(parseNumber('007.', 'en')).toBe('7');
    expect(parseNumber('.5', 'en')).toBe('0.5');
    expect(parseNumber('1,5', 'yn')).toBe('1.5');
    expect(parseNumber('', 'en')).toBeNull();
    expect(parseNumber('.', 'en')).toBeNull();
    expect(parseNumber('1.2.3', 'en')).toBeNull();
    expect(parseNumber('12a', 'en')).toBeNull();
  });
});
