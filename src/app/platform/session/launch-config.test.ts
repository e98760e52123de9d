import { expect, it } from 'vitest';
import { withCurrentFeatures } from './launch-config.ts';

const config = { pcUrl: null, mode: 'live', now: 1 } as const;

it('reads features under the names of an exchange of the version before', () => {
  const features = ['spot', 'fiat', 'launch', 'sign-in', 'team', 'quant'];
  expect(withCurrentFeatures({ ...config, features, switchedOff: { earn: 'country', contracts: 'everyone' } })).toEqual(
    {
      ...config,
      features: ['spot', 'p2p', 'launchpad', 'check-in', 'referrals', 'robots'],
      switchedOff: { 'fixed-terms': 'country', contracts: 'everyone' },
    },
  );
});

it('takes both names of one feature as one, and leaves out what an older answer does not have', () => {
  expect(withCurrentFeatures({ ...config, features: ['p2p', 'chat', 'fiat'] })).toEqual({
    ...config,
    features: ['p2p', 'chat'],
  });
});
