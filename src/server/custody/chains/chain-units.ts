import { assetScale } from '../../core/assets.ts';
import type { ChainCoin } from './chain.ts';

/** A coin and how its chain counts it. */
export interface CountedCoin extends ChainCoin {
  /** Digits behind the point of the chain's smallest unit. */
  readonly decimals: number;
}

/** The ledger's units of what a chain can carry at least, see `ChainCoin.step`. */
export function stepOf(asset: string, decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, assetScale(asset) - decimals));
}

/** What a chain's amount is in the ledger; what the ledger does not count is truncated. */
export function toLedgerUnits({ asset, decimals }: CountedCoin, amount: bigint): bigint {
  const shift = decimals - assetScale(asset);
  return shift >= 0 ? amount / 10n ** BigInt(shift) : amount * 10n ** BigInt(-shift);
}

/**
 * What an amount of the ledger is on a chain.
 *
 * @throws Error when the chain cannot count it: a remainder would be lost
 */
export function fromLedgerUnits({ asset, decimals, step }: CountedCoin, units: bigint): bigint {
  if (units % step !== 0n) throw new Error(`${units} of ${asset} has more places than its chain counts`);
  const shift = decimals - assetScale(asset);
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / step;
}
