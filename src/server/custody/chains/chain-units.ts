import { assetScale } from '#server/core/assets.ts';
import type { ChainCoin } from './chain.ts';

/** A coin and its precision on the chain. */
export interface CountedCoin extends ChainCoin {
  /** Decimals of the chain's smallest unit. */
  readonly decimals: number;
}

/** Ledger units of the smallest amount the chain can transfer, see `ChainCoin.step`. */
export function stepOf(asset: string, decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, assetScale(asset) - decimals));
}

/** Converts a chain amount to ledger units, truncating extra digits. */
export function toLedgerUnits({ asset, decimals }: CountedCoin, amount: bigint): bigint {
  const shift = decimals - assetScale(asset);
  return shift >= 0 ? amount / 10n ** BigInt(shift) : amount * 10n ** BigInt(-shift);
}

/**
 * Converts ledger units to a chain amount.
 *
 * @throws Error when the chain cannot represent it without a remainder
 */
export function fromLedgerUnits({ asset, decimals, step }: CountedCoin, units: bigint): bigint {
  if (units % step !== 0n) throw new Error(`${units} of ${asset} has more decimals than its chain`);
  const shift = decimals - assetScale(asset);
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / step;
}
