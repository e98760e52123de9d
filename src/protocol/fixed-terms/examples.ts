import type { FixedHolding, FixedProduct } from './entities.ts';
import { dayMs } from '../core/durations.ts';
import type { Examples } from '../core/example.ts';

const terms = { asset: 'USDT', cycle: 'monthly', days: 30, dayMs, ratePpm: 4_800, exitPpm: 500_000 } as const;

const product: FixedProduct = {
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

const holding: FixedHolding = {
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

export const fixedTermExamples = {
  'GET finPeriodicList': { input: {}, output: { at: 1795359130263, list: [product] } },
  'POST finPeriodicOrderAdd': {
    input: { product: '2', version: 1, amount: '1000', renews: false },
    output: { ...holding, interest: '0', day: 0 },
  },
  'GET finPeriodicMyOrderList': {
    input: { state: 'not-earned', size: '20' },
    output: {
      list: [holding],
      next: null,
      counts: { 'not-earned': 1, earned: 1, 'earned-in-advance': 1, revoked: 0 },
    },
  },
  'PUT finPeriodicMyOrderList': { input: { id: '41', renews: true }, output: { ...holding, renews: true } },
  'DELETE finPeriodicMyOrderList': {
    input: { id: '41' },
    output: { ...holding, state: 'earned-in-advance', interest: '0.96', cost: '0.96', closedAt: 1796395930263 },
  },
} satisfies Partial<Examples>;
