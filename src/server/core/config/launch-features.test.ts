import { expect, it } from 'vitest';
import { launchFeatures } from './launch-features.ts';

it('names what is on', () => {
  expect(launchFeatures([], true, true)).toEqual([
    'spot',
    'options',
    'contracts',
    'gold',
    'deposits',
    'withdrawals',
    'content',
    'support',
    'chat',
  ]);
  expect(launchFeatures(['option', 'support'], false, false)).toEqual(['spot', 'contracts', 'content', 'chat']);
});

it('has nothing to deal with without wallets, and still something to read', () => {
  expect(launchFeatures(['wallet'], true, true)).toEqual(['content', 'support', 'chat']);
});
