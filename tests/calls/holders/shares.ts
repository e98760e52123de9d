import type { Holder } from '#server/main/holders/holders.ts';

/** The files that cross holders with ends, `tests/calls/holders-….test.ts`: some holders each, or one end of all. */
export const shares = ['markets', 'loans', 'earn', 'people', 'custody', 'prices'] as const;
export type Share = (typeof shares)[number];

/** Where each holder is crossed with every end but that of prices, which has a world of its own. */
export const shareOf: Readonly<Record<Holder, Exclude<Share, 'prices'>>> = {
  'spot-order': 'markets',
  'contract-order': 'markets',
  position: 'markets',
  robot: 'markets',
  option: 'markets',
  conversion: 'markets',
  'loan-debt': 'loans',
  'loan-collateral': 'loans',
  'fixed-term': 'earn',
  launch: 'earn',
  miner: 'earn',
  advert: 'people',
  'fiat-order': 'people',
  'merchant-deposit': 'people',
  deposit: 'custody',
  withdrawal: 'custody',
};
