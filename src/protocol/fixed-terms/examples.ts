import type { FixedHolding, FixedProduct } from './entities.ts';
import { dayMs } from '../core/durations.ts';

const terms = { asset: 'USDT', cycle: 'monthly', days: 30, dayMs, ratePpm: 4_800, exitPpm: 500_000 } as const;

export const product: FixedProduct = {
  id: '2',
  version: 1,
  ...terms,
  minimum: '10',
  maximum: '20000',
  quota: '2000000',
  taken: '1240000',
  left: '760000',
  limitedBy: 'quota',
};

export const holding: FixedHolding = {
  id: '41',
  product: '2',
  ...terms,
  state: 'not-earned',
  principal: '1000',
  interest: '1.92',
  atTerm: '4.8',
  cost: '0',
  day: 12,
  renews: false,
  openedAt: 1795359130263,
  endsAt: 1797951130263,
  closedAt: null,
  renewedAs: null,
};
