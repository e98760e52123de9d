import type { CallOutput } from '#protocol/calls.ts';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { OptionCycle } from '#protocol/options/entities.ts';
import { optionCycles } from '#protocol/core/limits.ts';

export type CoinOfOption = CallOutput<'GET contractOptionCoin-coin-list'>['list'][number];

/** A coin and how long its rounds are. */
export interface Series {
  readonly coin: string;
  readonly cycle: OptionCycle;
}

/** A contract that was not chosen by the user. */
const unchosen = -1;
const firstCycle: OptionCycle = 60;

/**
 * The number of an option contract, as the product remembers it: coins in the order they are listed, each with every
 * cycle. -1 for a coin that is not listed.
 */
export function numberOfSeries(coins: readonly CoinOfOption[], { coin, cycle }: Series): number {
  const at = coins.findIndex((one) => one.coin === coin);
  return at < 0 ? unchosen : at * optionCycles.length + optionCycles.indexOf(cycle);
}

/** The contract of a remembered number; the first coin's minute when it says none. Null without coins. */
export function seriesOfNumber(coins: readonly CoinOfOption[], chosen: number): Series | null {
  const named = coins[Math.floor(chosen / optionCycles.length)];
  const cycle = optionCycles[chosen % optionCycles.length];
  if (chosen >= 0 && named !== undefined && cycle !== undefined) return { coin: named.coin, cycle };
  const [first] = coins;
  return first === undefined ? null : { coin: first.coin, cycle: firstCycle };
}

/** The stream's topic of a series. */
export function topicOf({ coin, cycle }: Series): Topic {
  return `round:${coin}:${cycle}`;
}
