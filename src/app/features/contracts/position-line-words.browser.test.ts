import { i18n } from '@lingui/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ContractPosition, ListedContract } from '../../../contract/entities/contract.ts';
import { amountsHidden, toggleHiddenAmounts } from '../../platform/hidden-amounts.ts';
import { lineWords, outcomeText } from './position-line-words.ts';

const contract: ListedContract = {
  id: 'BTCPERP',
  name: 'BTC/USDT',
  pair: 'BTCUSDT',
  base: 'BTC',
  wallet: 'contract',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.001',
  minLots: 1,
  maxLots: 200_000,
  leverages: [1, 20, 100],
  tiers: [{ costMost: null, maintenanceRate: '0.004', leverageMost: 100 }],
  openFeeRate: '0.0005',
  closeFeeRate: '0.0005',
  overnightFeeRate: '0.0003',
  premiumBound: '0.005',
  hours: null,
};

const position: ContractPosition = {
  id: '7',
  contract: 'BTCPERP',
  side: 'long',
  leverage: 20,
  lots: 100,
  openedLots: 100,
  cost: '6000',
  openPrice: '60000.0',
  margin: '300',
  takeProfit: '63000.0',
  stopLoss: '59000.0',
  liquidationPrice: '57228.9',
  openFee: '3',
  closeFee: '0',
  overnightFee: '0',
  realised: '0',
  openedAt: 0,
  updatedAt: 0,
};

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

afterEach(() => {
  if (amountsHidden.get()) toggleHiddenAmounts();
});

test('lines on the chart tell percent of the margin in place of money while amounts are hidden', () => {
  expect(lineWords(contract, position, 'takeProfit', 630_000).pill).toBe('TP +300.00');
  expect(lineWords(contract, position, 'entry', 600_000).pill).toBe('Long 0.1 BTC');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−100.00 USDT before fees');
  toggleHiddenAmounts();
  expect(lineWords(contract, position, 'takeProfit', 630_000).pill).toBe('TP +100.00%');
  expect(lineWords(contract, position, 'entry', 600_000).pill).toBe('Long 20×');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−33.33% before fees');
});
