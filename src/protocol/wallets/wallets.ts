/** The seven wallets (spec point 3), in the order the assets screen shows them. */
export const wallets = ['spot', 'contract', 'fiat', 'gold', 'option', 'mining', 'quant'] as const;

/** One of the seven wallets. */
export type Wallet = (typeof wallets)[number];

/**
 * Parts of a balance: `available` to spend, `frozen` behind an order or request, `locked` until a date
 * (vesting, unconfirmed deposits).
 */
export const balanceParts = ['available', 'frozen', 'locked'] as const;

/** One part of a balance. */
export type BalancePart = (typeof balanceParts)[number];

/** The wallets in which held value is (`heldValue`). */
export const heldWallets: readonly Wallet[] = ['spot', 'fiat'];

/** Whether held value stays in a wallet: what moves from such a wallet to another one must be free. */
export function isHeldIn(wallet: Wallet): boolean {
  return heldWallets.includes(wallet);
}
