import { optionCycles } from '#protocol/core/limits.ts';
import type { OptionCycle } from '#protocol/options/entities.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { optionPoolMaximum, optionStakeMaximum, optionStakeMinimum } from '#protocol/core/limits.ts';
import { assetScale } from '#server/core/assets.ts';

/** Coins with seconds options, in the order they are shown. */
const coins: readonly string[] = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'DOGE'];

/** The stake coin, paid from the option wallet. */
export const optionAsset = 'USDT';
/** Decimal places of a stake. */
export const stakePlaces = 2;

const inUnits = (text: string) => toUnits(text, assetScale(optionAsset));
export const stakeMinimum = inUnits(optionStakeMinimum);
export const stakeMaximum = inUnits(optionStakeMaximum);
export const poolMaximum = inUnits(optionPoolMaximum);

/** A coin with options, and the pair whose index settles them. */
export interface OptionCoin {
  readonly coin: string;
  readonly pair: Pair;
}

/** A sequence of rounds: a coin and a cycle. */
export interface Series {
  readonly coin: string;
  readonly cycle: OptionCycle;
}

/** The coins with options among the tradable pairs. */
export function optionCoins(pairs: readonly Pair[]): OptionCoin[] {
  return coins.flatMap((coin) => {
    const pair = pairs.find(({ base, quote }) => base === coin && quote === optionAsset);
    return pair === undefined ? [] : [{ coin, pair }];
  });
}

/** Every series of some coins. */
export function seriesOf(list: readonly OptionCoin[]): Series[] {
  return list.flatMap(({ coin }) => optionCycles.map((cycle) => ({ coin, cycle })));
}

/** The name of a series, as in its topic after `round:`. */
export function seriesName({ coin, cycle }: Series): `${string}:${OptionCycle}` {
  return `${coin}:${cycle}`;
}
