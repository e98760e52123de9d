/**
 * Whatever holds a person's money beside a free balance. Each stands on something that can end: `tests/calls/holders/` shows
 * for every holder and every end how the money comes out, and `stranded.ts` looks for money that did not.
 */
export const holders = [
  'spot-order',
  'contract-order',
  'position',
  'robot',
  'option',
  'conversion',
  'loan-debt',
  'loan-collateral',
  'fixed-term',
  'launch',
  'miner',
  'advert',
  'fiat-order',
  'merchant-deposit',
  'deposit',
  'withdrawal',
] as const;
export type Holder = (typeof holders)[number];

/** What a holder may stand on, and how that ends, or stops for a while. */
export const ends = [
  'pair-halted',
  'pair-closing',
  'pair-closed',
  'coin-stopped',
  'coin-delisted',
  'product-off',
  'account-disabled',
  'merchant-suspended',
  'chain-stopped',
  'prices-gone',
  'restart',
] as const;
export type End = (typeof ends)[number];

/** What each part of the audit accounts for: a part that is not named here, or holds nothing of people, is not. */
export const holdersOfParts: Readonly<Record<string, readonly Holder[]>> = {
  spot: ['spot-order'],
  contracts: ['contract-order', 'position'],
  options: ['option'],
  robots: ['robot'],
  loans: ['loan-debt', 'loan-collateral'],
  'fixed terms': ['fixed-term'],
  launch: ['launch'],
  miners: ['miner'],
  adverts: ['advert'],
  'fiat orders': ['fiat-order'],
  merchants: ['merchant-deposit'],
  withdrawals: ['withdrawal'],
  deposits: ['deposit'],
  // What the house sets aside: no holder of anybody’s own.
  'sign-in': [],
  team: [],
  // Amounts of what is done: the money itself is in balances.
  'instant transfers': [],
  'test chain': [],
};
