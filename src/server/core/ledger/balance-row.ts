import type { OwnerId, Units } from '#protocol/core/brand.ts';
import { wallets, type Wallet } from '#protocol/wallets/wallets.ts';

/** One coin in one wallet of one owner. */
export interface BalanceKey {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: string;
}

/** Its amounts, in the asset's smallest unit. */
export interface BalanceRow extends BalanceKey {
  readonly available: Units;
  readonly frozen: Units;
  readonly locked: Units;
}

/** A row of `balances` as the driver returns it. */
export interface StoredBalance {
  readonly owner: string;
  readonly wallet: number;
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
  readonly locked: string;
}

const walletNumbers = new Map(wallets.map((wallet, position) => [wallet, position]));

/** How a wallet is stored: its position in the contract's list, which is therefore append-only. */
export function walletNumber(wallet: Wallet): number {
  const position = walletNumbers.get(wallet);
  if (position === undefined) throw new Error(`no such wallet: ${wallet}`);
  return position;
}

/** The wallet that is stored as this number. */
export function walletOf(position: number): Wallet {
  const wallet = wallets[position];
  if (wallet === undefined) throw new Error(`no wallet is stored as ${position}`);
  return wallet;
}

export function toBalanceRow(stored: StoredBalance): BalanceRow {
  return {
    owner: BigInt(stored.owner),
    wallet: walletOf(stored.wallet),
    asset: stored.asset,
    available: BigInt(stored.available),
    frozen: BigInt(stored.frozen),
    locked: BigInt(stored.locked),
  };
}

/** One text per key, for maps. */
export function balanceKeyText(key: BalanceKey): string {
  return `${key.owner}/${key.wallet}/${key.asset}`;
}
