import { type Decimal, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { assetScale } from '../assets.ts';
import { quoteAsset } from '../instruments/listed.ts';

const priceScale = 18;

/** The index price of one coin in USDT; null while it has none. */
export type IndexPrice = (asset: string) => Decimal | null;

/** Units of a coin. */
export interface Coins {
  readonly asset: string;
  /** In the smallest unit of the asset. */
  readonly units: bigint;
}

/** What coins are worth at a price, in the smallest unit of USDT, truncated. A coin without a price is worth nothing. */
export function worthAt({ asset, units }: Coins, price: Decimal | null): bigint {
  if (price === null) return 0n;
  const perOne = unitsPerOne(assetScale(asset)) * unitsPerOne(priceScale);
  return (units * toUnits(price, priceScale) * unitsPerOne(assetScale(quoteAsset))) / perOne;
}
