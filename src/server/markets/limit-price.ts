import type { Decimal } from '#protocol/core/decimal.ts';
import { findPair, quoteAsset } from './pairs.ts';

/** Prices of coins in USDT; null without one. */
interface PricedCoins {
  indexPrice(asset: string): Decimal | null;
  lastPrice(asset: string): Decimal | null;
}

/**
 * The price that limits and fees use for a coin, in USDT: its index price, which no trade here can move. A coin that trades
 * only here has no index and uses its last price. Any other coin has no price while too few sources answer.
 */
export function limitPrice(market: PricedCoins, asset: string): Decimal | null {
  const index = market.indexPrice(asset);
  if (index !== null) return index;
  const reference = findPair(asset + quoteAsset)?.referencePrice ?? null;
  return reference === null ? null : market.lastPrice(asset);
}
