/**
 * Products that an operator can switch off, in all or by country, while the exchange runs. Switched off, nothing new is
 * opened; closing, cancelling, transferring and withdrawing go on, so that a switch never traps money. Their names are
 * those of `docs/glossary.md`.
 */
export const products = [
  'spot',
  'contracts',
  'gold',
  'options',
  'p2p',
  'fixed-terms',
  'launchpad',
  'mining',
  'loans',
  'check-in',
  'referrals',
  'robots',
] as const;

export type Product = (typeof products)[number];

/**
 * Names that products had before. The store keeps them (`src/server/core/gate/stored-names.ts`); the operator's commands
 * take them for one more version.
 */
export const formerProductNames: Readonly<Partial<Record<Product, string>>> = {
  contracts: 'contract',
  options: 'option',
  p2p: 'fiat',
  'fixed-terms': 'earn',
  launchpad: 'launch',
  loans: 'loan',
  'check-in': 'sign-in',
  referrals: 'team',
  robots: 'quant',
};

/** The product that had a name before; undefined for any other name. */
export function productFormerly(name: string): Product | undefined {
  return products.find((product) => formerProductNames[product] === name);
}

/**
 * Why a product is switched off for somebody: for everyone, for their country, or because it is off in some countries
 * and theirs is not known.
 */
export const switchedOffReasons = ['everyone', 'country', 'unknown-country'] as const;

export type SwitchedOffReason = (typeof switchedOffReasons)[number];
/**
 * Products that promise something, each with a house account that is funded before it may sell. One account, `rewards`,
 * is that of check-in and referrals.
 */
export const backedProducts = ['fixed-terms', 'launchpad', 'mining', 'rewards', 'loans'] as const;

export type BackedProduct = (typeof backedProducts)[number];

/** What calls and addresses may name: for one more version also what two of them were called before. */
export const backedProductNames = [...backedProducts, 'earn', 'launch'] as const;
