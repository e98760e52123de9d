import type { NewPair } from './rules.ts';

/** How the pair of a coin that tests list against USDT trades. */
export const novaPair: Omit<NewPair, 'base'> = {
  quote: 'USDT',
  priceDecimals: 4,
  amountDecimals: 2,
  minAmount: '0.01',
  maxAmount: '100000',
  minTotal: '5',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: ['defi'],
  state: 'open',
  opensAt: null,
  referencePrice: '1.25',
};
