import { expect, it } from 'vitest';
import { launchFeatures, withFormerFeatures } from './app-features.ts';

it('lists what is enabled', () => {
  const all = [
    'spot',
    'options',
    'contracts',
    'p2p',
    'fixed-terms',
    'launchpad',
    'mining',
    'loans',
    'check-in',
    'referrals',
    'robots',
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

it('names renamed features as before too, for apps of the version before', () => {
  const offered = { features: ['spot', 'p2p', 'robots'] as const, switchedOff: { 'fixed-terms': 'country' } as const };
  expect(withFormerFeatures({ ...offered, features: [...offered.features] })).toEqual({
    features: ['spot', 'p2p', 'robots', 'fiat', 'quant'],
    switchedOff: { 'fixed-terms': 'country', earn: 'country' },
  });
});
