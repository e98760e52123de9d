import type { Product } from '../core/products.ts';

/** A part of the product as the launch configuration names it: products, and what is beside them. */
export type Feature = Product | 'deposits' | 'withdrawals' | 'content' | 'support' | 'chat' | 'push';

/**
 * What features were called before. For one version the exchange sends both names, so that installed apps keep their
 * entries, and the app reads both, from an exchange of the version before and from what a device kept. The next version
 * removes this file's names and both of their uses.
 */
export const formerFeatures: Readonly<Partial<Record<Product, string>>> = {
  p2p: 'fiat',
  'fixed-terms': 'earn',
  launchpad: 'launch',
  'check-in': 'sign-in',
  referrals: 'team',
  robots: 'quant',
};
