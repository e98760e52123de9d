import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PairState, pairState } from '#protocol/market-data/entities/market.ts';
import { Instruments } from './instruments.ts';
import { coinFaults, isOnBoards, type NewCoin, type NewPair, pairFaults, pairMoves } from './rules.ts';
import { shippedInstruments } from './shipped.ts';
import { novaPair } from './testing.ts';

const now = Date.UTC(2026, 10, 24);
const coin: NewCoin = { id: 'NOVA', name: 'Nova', scale: 8, displayDecimals: 4, faucetAmount: '100' };
const base = { id: 'NOVA', scale: 6, displayDecimals: 2 };
const quote = { id: 'USDT', scale: 8, displayDecimals: 2 };
const pair: NewPair = { base: 'NOVA', ...novaPair };

describe('a coin', () => {
  it('is listed as it should be', () => {
    expect(coinFaults(coin)).toEqual([]);
    expect(coinFaults({ ...coin, scale: 0, displayDecimals: 0, faucetAmount: null })).toEqual([]);
  });

  it.each<Partial<NewCoin>>([
    { id: 'nova' },
    { id: 'N' },
    { id: 'NOVA2NOVA2N' },
    { id: "N'--" },
    { name: '' },
    { name: ' Nova' },
    { name: 'No\nva' },
    { name: 'No\u202Eva' },
    { name: 'N'.repeat(41) },
    { scale: 9 },
    { scale: -1 },
    { scale: 1.5 },
    { scale: Number.NaN },
    { displayDecimals: 9 },
    { displayDecimals: -1 },
    { faucetAmount: '0' },
    { faucetAmount: '-1' },
    { faucetAmount: '0.000000001' },
    { faucetAmount: '1e3' },
  ])('is refused with %j', (change) => {
    expect(coinFaults({ ...coin, ...change })).toHaveLength(1);
  });
});

describe('a pair', () => {
  it('is listed as it should be', () => {
    expect(pairFaults(pair, base, quote, now)).toEqual([]);
    expect(pairFaults({ ...pair, state: 'auction', opensAt: now + 1 }, base, quote, now)).toEqual([]);
  });

  it.each<Partial<NewPair>>([
    // A tick times a lot is finer than the smallest unit of the quote coin.
    { priceDecimals: 5, amountDecimals: 4, referencePrice: '1' },
    { priceDecimals: 9 },
    { priceDecimals: -1 },
    { amountDecimals: 7 },
    { minAmount: '0' },
    { minAmount: '0.001' },
    { minAmount: '-1' },
    { maxAmount: '0.001' },
    { minAmount: '2', maxAmount: '1' },
    { maxAmount: '99999999999999' },
    { minTotal: '-5' },
    { minTotal: '0.000000001' },
    { makerFee: '0.2' },
    { takerFee: '-0.001' },
    { takerFee: '0.0000001' },
    { tags: ['Meme'] },
    { tags: ['a b'] },
    { tags: Array.from({ length: 9 }, (_, nth) => `tag${nth}`) },
    { referencePrice: '0' },
    { referencePrice: '1.00001' },
    { referencePrice: '5000' },
    { state: 'auction' },
    { state: 'closed' as 'open' },
    { state: 'announced', opensAt: now },
    { state: 'announced', opensAt: Number.NaN },
    { state: 'open', opensAt: now + 1 },
  ])('is refused with %j', (change) => {
    expect(pairFaults({ ...pair, ...change }, base, quote, now)).toHaveLength(1);
  });
});

describe('the life of a pair', () => {
  it('ends on every way, and never comes back from its end', () => {
    expect(pairMoves.closed).toEqual([]);
    for (const state of pairState.options.filter((one) => one !== 'closed')) {
      const reached = new Set<PairState>([state]);
      for (const from of reached) for (const to of pairMoves[from]) reached.add(to);
      expect(reached).toContain('closed');
      if (state !== 'announced') expect(reached).not.toContain('announced');
    }
  });

  it('closes what was on the boards only after its end was announced', () => {
    for (const state of pairState.options) {
      if (isOnBoards(state) && pairMoves[state].includes('closed')) expect(state).toBe('closing');
    }
  });
});

describe('what is listed', () => {
  it('keeps what did not change as the same object, whatever else comes and goes', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...shippedInstruments.pairs]),
        fc.constantFrom(...pairState.options),
        (some, state) => {
          const instruments = new Instruments(shippedInstruments);
          const before = new Map(instruments.pairs.map((one) => [one.id, one]));
          const changed = some.map((one, nth) => (nth === 0 ? { ...one, state } : { ...one }));
          instruments.replace({ ...shippedInstruments, pairs: changed });
          expect(instruments.pairs).toEqual(changed);
          for (const one of instruments.pairs.slice(1)) expect(instruments.pair(one.id)).toBe(before.get(one.id));
          expect(instruments.replace({ ...shippedInstruments, pairs: changed })).toBe(false);
        },
      ),
    );
  });

  it('never takes another scale of a coin', () => {
    const instruments = new Instruments(shippedInstruments);
    const coins = shippedInstruments.coins.map((one) => (one.id === 'BTC' ? { ...one, scale: 6 } : one));
    expect(() => instruments.replace({ ...shippedInstruments, coins })).toThrow('scale of BTC');
    expect(instruments.coins.get('BTC')?.scale).toBe(8);
  });

  it('ships only what could be listed', () => {
    const coins = new Map(shippedInstruments.coins.map((one) => [one.id, one]));
    for (const one of shippedInstruments.coins) expect(coinFaults(one)).toEqual([]);
    for (const one of shippedInstruments.pairs) {
      const [own, other] = [coins.get(one.base), coins.get(one.quote)];
      if (own === undefined || other === undefined) throw new Error(`${one.id} has no coin`);
      const listed = { ...one, state: 'open', opensAt: null, referencePrice: one.tickSize } as const;
      expect(pairFaults(listed, own, other, now)).toEqual([]);
    }
  });
});
