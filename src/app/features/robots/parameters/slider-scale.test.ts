import { expect, test } from 'vitest';
import { amountBounds, priceBounds, sliderScale } from './slider-scale.ts';

test('a third around a price, in steps of its fourth figure', () => {
  expect(priceBounds(674_805, '0.1')).toEqual({ least: '44990', most: '89970', step: '10' });
  expect(priceBounds(1_234, '0.00001')).toEqual({ least: '0.00823', most: '0.01645', step: '0.00001' });
  expect(priceBounds(7, '0.5')).toEqual({ least: '2.5', most: '4.5', step: '0.5' });
});

test('up to an amount, in steps of its third figure', () => {
  expect(amountBounds('4852.10')).toEqual({ least: '10', most: '4852.10', step: '10' });
  expect(amountBounds('52.1')).toEqual({ least: '0.1', most: '52.1', step: '0.1' });
  expect(amountBounds('999999')).toMatchObject({ step: '1000' });
});

test('positions are whole steps, and values come out exactly', () => {
  const scale = sliderScale({ least: '0.1', most: '10', step: '0.1' });
  expect([scale.min, scale.max]).toEqual([1, 100]);
  expect(scale.at('1.5')).toBe(15);
  expect(scale.at('1.55')).toBe(15);
  expect(scale.at('')).toBe(1);
  expect(scale.value(15)).toBe('1.5');
});

test('what somebody typed widens it', () => {
  const bounds = { least: '40000', most: '90000', step: '10' };
  expect(sliderScale(bounds, ['61000', '120000'])).toMatchObject({ min: 4_000, max: 12_000 });
  expect(sliderScale(bounds, ['100', 'no number'])).toMatchObject({ min: 10, max: 9_000 });
});
