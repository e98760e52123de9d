import { expect, test } from 'vitest';
import type { ContractClosing, ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { heldPosition } from '../contracts/testing-contract.ts';
import { chartedContracts, contractMarkers, spotMarkers } from './own-trades.ts';

const labels = {
  spot: ({ filled }: Order) => `spot ${filled}`,
  opened: (side: string, amount: string, price: string) => `opened ${side} ${amount} ${price}`,
  closed: (side: string, amount: string, price: string) => `closed ${side} ${amount} ${price}`,
};

const order: Order = {
  id: '1',
  pair: 'BTCUSDT',
  side: 'buy',
  type: 'market',
  price: null,
  amount: '0.5',
  total: null,
  filled: '0.5',
  filledTotal: '30000',
  averagePrice: '60000',
  fee: '0',
  status: 'filled',
  closeReason: null,
  createdAt: 1,
  updatedAt: 2,
};

const position: ContractPosition = {
  ...heldPosition,
  side: 'short',
  lots: 0,
  openedLots: 40,
  cost: '0',
  openPrice: '61000.0',
  margin: '0',
  takeProfit: null,
  stopLoss: null,
  liquidationPrice: null,
  openFee: '0',
  openedAt: 5,
  updatedAt: 9,
};

const closing: ContractClosing = {
  id: '8',
  position: '7',
  contract: 'BTCPERP',
  side: 'short',
  lots: 40,
  openPrice: '61000.0',
  closePrice: '60000.0',
  profit: '40',
  fee: '1',
  openFee: '0.3',
  overnightFee: '0.1',
  insurance: '0',
  net: '0.3',
  reason: 'manual',
  at: 9,
};

test('an order is marked at the average price of its fills, one that was never filled is not', () => {
  const none = { ...order, id: '2', filled: '0', averagePrice: null, status: 'cancelled' } as const;
  expect(spotMarkers([order, none, { ...order, side: 'sell' }], labels)).toEqual([
    { atMs: 2, price: 60_000, side: 'buy', letter: 'B', text: 'spot 0.5' },
    { atMs: 2, price: 60_000, side: 'sell', letter: 'S', text: 'spot 0.5' },
  ]);
});

test('a short is sold when it is opened and bought when it is closed', () => {
  const records = { positions: [position], closings: [closing] };
  expect(contractMarkers({ lotSize: '0.001', base: 'BTC' }, records, labels)).toEqual([
    { atMs: 5, price: 61_000, side: 'sell', letter: 'S', text: 'opened short 0.04 BTC 61000.0' },
    { atMs: 9, price: 60_000, side: 'buy', letter: 'B', text: 'closed short 0.04 BTC 60000.0' },
  ]);
});

test('a chart shows the entries of its own contract, or of those that follow its pair', () => {
  const gold = (id: string) => ({ id, pair: 'XAUUSDT' }) as ListedContract;
  const [large, mini] = [gold('XAUPERP'), gold('XAUMINI')];
  const all = [large, mini, { id: 'BTCPERP', pair: 'BTCUSDT' } as ListedContract];
  expect(chartedContracts({ id: 'XAUUSDT' }, all)).toEqual([large, mini]);
  expect(chartedContracts({ id: 'XAUMINI', contract: mini }, all)).toEqual([mini]);
});
