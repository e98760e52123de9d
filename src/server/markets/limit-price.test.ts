import { afterAll, expect, it } from 'vitest';
import { instruments } from '../core/instruments/instruments.ts';
import { shippedInstruments } from '../core/instruments/shipped.ts';
import { limitPrice } from './limit-price.ts';

/** Methods as of the real market: they need their object. */
class TestMarket {
  readonly #last = '90';
  readonly #index: string | null;

  constructor(index: string | null) {
    this.#index = index;
  }

  indexPrice(): string | null {
    return this.#index;
  }

  lastPrice(): string {
    return this.#last;
  }
}

afterAll(() => instruments.replace(shippedInstruments));

it('counts a coin at its index, and at its last price only where it trades here alone', () => {
  expect(limitPrice(new TestMarket('100'), 'ETH')).toBe('100');
  expect(limitPrice(new TestMarket(null), 'ETH')).toBeNull();
  const pairs = shippedInstruments.pairs.map((pair) =>
    pair.id === 'ETHUSDT' ? { ...pair, referencePrice: '80' } : pair,
  );
  instruments.replace({ ...shippedInstruments, pairs });
  expect(limitPrice(new TestMarket('100'), 'ETH')).toBe('100');
  expect(limitPrice(new TestMarket(null), 'ETH')).toBe('90');
});
