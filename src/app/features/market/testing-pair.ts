import type { Pair } from '#protocol/market-data/entities/market.ts';

/** A coin against USDT with two decimals, as the exchange lists it. */
export function listedAgainstUsdt(base: string, more: Partial<Pair> = {}): Pair {
  return {
    id: `${base}USDT`,
    base,
    quote: 'USDT',
    name: base,
    tickSize: '0.01',
    priceDecimals: 2,
    lotSize: '0.01',
    amountDecimals: 2,
    minAmount: '0.01',
    maxAmount: '1000',
    minTotal: '5',
    makerFee: '0.001',
    takerFee: '0.001',
    tags: ['layer1'],
    listedAt: 0,
    open: true,
    state: 'open',
    opensAt: null,
    cancelsAt: null,
    closesAt: null,
    ...more,
  };
}
