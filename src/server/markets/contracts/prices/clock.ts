import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { isTradingTime, sessionAt } from '#server/markets/engine/trading-sessions.ts';
import type { Contracts } from '../contracts.ts';
import { drawRound } from '../makers/house-quotes.ts';
import type { StepContract } from '../requests/request.ts';
import type { ViewedContract } from '../viewed-contract.ts';

/** The index of a pair in whole ticks, or null while too few sources are alive. */
export type IndexOf = (pair: string, now: Ms) => { readonly ticks: Ticks } | null;

/**
 * One step of the mark prices: whoever runs a contract updates its index, and executes what its mark price triggers. Most
 * steps trigger nothing and write nothing.
 *
 * @param random from 0 to below 1, for the makers' first quotes after a pause; null without makers
 */
export async function markContracts(
  contracts: Contracts,
  indexOf: IndexOf,
  clock: Clock,
  random: (() => number) | null = null,
): Promise<void> {
  const now = clock();
  await contracts.inEach(async (market) => {
    const step = stepOf(market, indexOf, now, contracts.isViewed(market) ? random : null);
    // What another engine makes of it is published when it says so.
    if (await contracts.step(step)) contracts.changed(market.listed.id);
  });
}

/** The step of a contract's prices. @param random as of `markContracts`; null where nobody needs quotes as well */
export function stepOf(
  { listed: { id, hours, pair }, rested }: ViewedContract,
  indexOf: IndexOf,
  now: Ms,
  random: (() => number) | null,
): StepContract {
  const readAt = isTradingTime(hours, now) ? now : sessionAt(hours, now).since;
  return {
    kind: 'step',
    contract: id,
    // What is shown between two sessions is asked for once.
    indexTicks: readAt === null || (readAt !== now && rested !== null) ? null : (indexOf(pair, readAt)?.ticks ?? null),
    seenAt: now,
    draws: random === null ? null : drawRound(random),
  };
}
