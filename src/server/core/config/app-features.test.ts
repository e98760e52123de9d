import { expect, it } from 'vitest';
import { launchFeatures } from './app-features.ts';

it('lists what is enabled', () => {
  const all = [
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
  ];
  expect(launchFeatures([], true, true)).toEqual(all);
  const missing = ['options', 'gold', 'deposits', 'withdrawals', 'support'];
  expect(launchFeatures(['option', 'support'], false, false)).toEqual(all.filter((each) => !missing.includes(each)));
});

it('has nothing to trade without wallets, but still content', () => {
  expect(launchFeatures(['wallet'], true, true)).toEqual(['content', 'support', 'chat']);
});
