import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pair as pairSchema } from '#protocol/market-data/entities/market.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { simulatedCoins } from '../practice/simulated-coins.ts';
import { goldBase } from './candles/gold-index.ts';
import { instruments } from '../core/instruments/instruments.ts';
import { findPair, pairs } from './pairs.ts';

test('at least 34 pairs, each as the API specifies', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(34);
  for (const pair of pairs) expect(v.safeParse(pairSchema, pair).success).toBe(true);
  expect(new Set(pairs.map((pair) => pair.id)).size).toBe(pairs.length);
});

test('a tick times a lot fits the smallest unit of the quote coin', () => {
  for (const pair of pairs) {
    expect(pair.priceDecimals + pair.amountDecimals).toBeLessThanOrEqual(8);
    expect(toUnits(pair.tickSize, pair.priceDecimals)).toBe(1n);
    expect(toUnits(pair.lotSize, pair.amountDecimals)).toBe(1n);
  }
});

test('everything with a picture trades, as a coin or as the index of contracts', () => {
  const pictures = readdirSync(new URL('../../../public/coins', import.meta.url))
    .filter((name) => name.endsWith('.svg'))
    .map((name) => name.slice(0, -4));
  const listed = new Set([...instruments.coins.keys(), goldBase]);
  expect(pictures.filter((coin) => !listed.has(coin))).toEqual([]);
});

test('a lot is worth little, a tick is a small share of the price, the largest order is worth a million or more', () => {
  for (const pair of pairs) {
    const coin = simulatedCoins[pair.base];
    if (coin === undefined) throw new Error(`no model for ${pair.base}`);
    const lot = coin.price * Number(pair.lotSize);
    expect(lot).toBeLessThan(5);
    expect(Number(pair.tickSize) / coin.price).toBeLessThan(0.001);
    expect(coin.price * Number(pair.maxAmount)).toBeGreaterThan(1_000_000);
  }
});

test('an unknown pair is not found', () => {
  expect(findPair('NOPEUSDT')).toBeNull();
  expect(findPair('BTCUSDT')?.name).toBe('Bitcoin');
});
