import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { BackedProduct } from '#protocol/core/products.ts';
import { houseOwners, type LedgerAccount, type Posting } from '#server/core/ledger/account.ts';
import type { BalanceKey, BalanceRow } from '#server/core/ledger/balance-row.ts';

/** The house account of each product. Its spot wallet holds the cover: `available` is free, `frozen` is set aside. */
export const productOwners: Readonly<Record<BackedProduct, OwnerId>> = {
  'fixed-terms': houseOwners.earn,
  launchpad: houseOwners.launch,
  mining: houseOwners.mining,
  rewards: houseOwners.rewards,
  loans: houseOwners.loans,
};

/** The balance of a product's cover in one coin. Lock it together with the user's balances, in one `lockBalances`. */
export function coverKey(product: BackedProduct, asset: string): BalanceKey {
  return { owner: productOwners[product], wallet: 'spot', asset };
}

function cover(product: BackedProduct, asset: string, part: LedgerAccount['part'], amount: Units): Posting {
  return { ...coverKey(product, asset), part, amount };
}

/**
 * The free cover of a product among locked balances.
 *
 * @throws Error when it was not locked: a broken invariant
 */
export function freeCover(locked: readonly BalanceRow[], product: BackedProduct, asset: string): Units {
  const owner = productOwners[product];
  const row = locked.find((one) => one.owner === owner && one.wallet === 'spot' && one.asset === asset);
  if (row === undefined) throw new Error(`the cover of ${product} in ${asset} was not locked`);
  return row.available;
}

/** Sets cover aside for a promise; a negative amount releases what was set aside. */
export function setAside(product: BackedProduct, asset: string, units: Units): Posting[] {
  return [cover(product, asset, 'available', 0n - units), cover(product, asset, 'frozen', units)];
}

/** The product's side of keeping a promise: its coins leave what was set aside. Add the posting of who receives them. */
export function fromAside(product: BackedProduct, asset: string, units: Units): Posting {
  return cover(product, asset, 'frozen', 0n - units);
}

/** The product's side of receiving coins as free cover: a price, interest, a remainder; negative when it pays. */
export function intoCover(product: BackedProduct, asset: string, units: Units): Posting {
  return cover(product, asset, 'available', units);
}
