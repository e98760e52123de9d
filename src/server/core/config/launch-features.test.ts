import { expect, it } from 'vitest';
import { launchFeatures } from './launch-features.ts';

it('lists what is enabled', () => {
  expect(launchFeatures([], true, true)).toEqual([
    'spot',
    'options',
    'contracts',
    'fiat',
    'earn',
    'launch',
    'mining',
    'loans',
    'sign-in',
    'team',
    'quant',
    'gold',
    'deposits',
    'withdrawals',
    'content',
    'support',
    'chat',
  ]);
  expect(launchFeatures(['option', 'support'], false, false)).toEqual([
    'spot',
    'contracts',
    'fiat',
    'earn',
    'launch',
    'mining',
    'loans',
    'sign-in',
    'team',
    'quant',
    'content',
    'chat',
  ]);
});

it('has nothing to trade without wallets, but still content', () => {
  expect(launchFeatures(['wallet'], true, true)).toEqual(['content', 'support', 'chat']);
});
