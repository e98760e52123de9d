/**
 * Products that an operator can switch off, in all or by country, while the exchange runs. Switched off, nothing new is
 * opened; closing, cancelling, transferring and withdrawing go on, so that a switch never traps money.
 */
export const products = [
  'spot',
  'contract',
  'gold',
  'option',
  'fiat',
  'earn',
  'launch',
  'mining',
  'loan',
  'sign-in',
  'team',
  'quant',
] as const;

export type Product = (typeof products)[number];

/**
 * Why a product is switched off for somebody: for everyone, for their country, or because it is off in some countries
 * and theirs is not known.
 */
export const switchedOffReasons = ['everyone', 'country', 'unknown-country'] as const;

export type SwitchedOffReason = (typeof switchedOffReasons)[number];
/** Products that promise something, each with a house account that is funded before it may sell. */
export const backedProducts = ['earn', 'launch', 'mining', 'rewards', 'loans'] as const;

export type BackedProduct = (typeof backedProducts)[number];
