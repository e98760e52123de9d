import type { Pair } from './entities/market.ts';

/** A pair as the exchange lists it. */
export const listedPair: Pair = {
  id: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.00001',
  amountDecimals: 5,
  minAmount: '0.00001',
  maxAmount: '30',
  minTotal: '5',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: ['layer1', 'payment'],
  listedAt: 1609718400000,
  open: true,
  state: 'open',
  opensAt: null,
  cancelsAt: null,
  closesAt: null,
};
