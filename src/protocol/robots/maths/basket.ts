import type { Lots, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import type { ParametersOf, RobotParameters } from '../entities/parameters.ts';
import { million } from '#protocol/core/fees.ts';
import { baseValue, isOrder, marketLots } from './sizing.ts';
import type { RobotContext, RobotMarket, RobotOrder } from './strategy.ts';

/** A coin of a basket at a price. */
export interface BasketCoin {
  readonly market: RobotMarket;
  readonly held: Units;
  readonly ticks: Ticks;
  /** Its share of the whole value as it should be, in millionths. */
  readonly target: Ppm;
  /** What is held of it, in quote units, truncated. */
  readonly value: Units;
}

/** Further coins of a robot beside that of its pair, in the order of its parameters. */
export function furtherCoins(parameters: RobotParameters): ParametersOf<'rebalance'>['others'] {
  return parameters.strategy === 'rebalance' ? parameters.others : [];
}

/** Shares of a basket in millionths, the first coin’s first. */
export function targetsOf({ share, others }: ParametersOf<'rebalance'>): Ppm[] {
  return [share, ...others.map((other) => other.share)].map((percent) => BigInt(percent) * 10_000n);
}

/** The coins of a basket as they are held, at prices. */
export function coinsAt(targets: readonly Ppm[], context: RobotContext, prices: readonly Ticks[]): BasketCoin[] {
  const markets = context.markets ?? [context.market];
  const held = context.holdings.coins ?? [context.holdings.base];
  return markets.map((market, nth) => {
    const [own, ticks] = [held[nth] ?? 0n, prices[nth] ?? 0];
    return { market, held: own, ticks, target: targets[nth] ?? 0n, value: baseValue(market, own, ticks) };
  });
}

/** The whole value of a basket, with its quote. */
export function wholeOf(quote: Units, coins: readonly BasketCoin[]): Units {
  return coins.reduce((sum, { value }) => sum + value, quote);
}

/** Whether the share of any coin is off by a drift or more: `|value / whole - target| >= drift`, without a division. */
export function isOff(whole: Units, coins: readonly BasketCoin[], drift: Ppm): boolean {
  return coins.some(({ value, target }) => {
    const off = value * million - whole * target;
    return (off < 0n ? -off : off) >= whole * drift;
  });
}

type Wanted = Omit<RobotOrder, 'ref'>;

/** Sales of what is held above its share: those that make an order. */
export function salesOf(whole: Units, coins: readonly BasketCoin[]): Wanted[] {
  return coins.flatMap(({ market, held, ticks, target, value }, coin) => {
    const above = value - (whole * target) / million;
    if (above <= 0n) return [];
    const lots = leastLots(held / market.lotUnits, above / baseValue(market, market.lotUnits, ticks), market.maxLots);
    return isOrder(market, ticks, lots) ? [{ ...named(coin), side: 'sell', ticks: null, lots } as const] : [];
  });
}

/** The coins held below their shares, by number. */
export function coinsBelow(whole: Units, coins: readonly BasketCoin[]): number[] {
  return coins.flatMap(({ target, value }, coin) => ((whole * target) / million > value ? [coin] : []));
}

/** Purchases of coins held below their shares, for no more than the money there is: the first coin first. */
export function purchasesOf(
  quote: Units,
  whole: Units,
  coins: readonly BasketCoin[],
  wanted: readonly number[] = coinsBelow(whole, coins),
): Wanted[] {
  let money = quote;
  return coins.flatMap(({ market, ticks, target, value }, coin) => {
    const below = wanted.includes(coin) ? (whole * target) / million - value : 0n;
    const spent = below < money ? below : money;
    const lots = spent <= 0n ? 0 : marketLots(market, spent, ticks);
    if (!isOrder(market, ticks, lots)) return [];
    money -= spent;
    return [{ ...named(coin), side: 'buy', ticks: null, lots } as const];
  });
}

/** The first coin goes without its number, as that of strategies that know no other. */
function named(coin: number): Pick<RobotOrder, 'coin'> {
  return coin === 0 ? {} : { coin };
}

function leastLots(held: bigint, wanted: bigint, most: Lots): Lots {
  const lots = held < wanted ? held : wanted;
  return lots > BigInt(most) ? most : Number(lots);
}
