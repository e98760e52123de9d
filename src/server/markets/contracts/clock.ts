import type { Ms, Ticks } from '../../../protocol/brand.ts';
import { dayMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import { isTradingTime, sessionAt } from '../engine/trading-sessions.ts';
import type { ContractMarket } from './market.ts';
import type { Contracts } from './contracts.ts';

/** The index of a pair in whole ticks, or null while too few sources are alive. */
export type IndexOf = (pair: string, now: Ms) => { readonly ticks: Ticks } | null;

/**
 * One step of the mark prices: every contract updates its index; where the mark price crosses a trigger, the writer
 * executes it. Most steps cross nothing and write nothing.
 *
 * @param quote starts quoting in a contract that just got its first price, so that triggered orders meet a book; null
 *   without makers
 */
export async function markContracts(
  contracts: Contracts,
  indexOf: IndexOf,
  clock: Clock,
  quote: ((market: ContractMarket) => Promise<void>) | null = null,
): Promise<void> {
  const now = clock();
  await contracts.inEach(async (market) => {
    if (isTradingTime(market.listed.hours, now)) await mark(contracts, market, indexOf, now, quote);
    else rest(market, indexOf, now);
    contracts.changed(market.listed.id);
  });
}

async function mark(
  contracts: Contracts,
  market: ContractMarket,
  indexOf: IndexOf,
  now: Ms,
  quote: ((market: ContractMarket) => Promise<void>) | null,
): Promise<void> {
  const { id, pair } = market.listed;
  const indexTicks = indexOf(pair, now)?.ticks ?? null;
  // The first price after a pause is treated like the first after a start: the makers quote before it triggers
  // anything.
  market.dropStale(now);
  const isFirst = market.mark === null && indexTicks !== null;
  market.setIndex(indexTicks, now);
  if (isFirst) await quoteFirst(market, quote);
  // Prices continue and are shown; triggers are executed once nothing is stopped.
  if (market.isStopped()) return;
  if (market.mark !== null && isAnyCrossed(market, market.mark.ticks, now)) {
    await contracts.submit({ kind: 'mark', contract: id, indexTicks, seenAt: now });
  }
  const day = Math.floor(now / dayMs);
  if (owesOvernight(market, day)) {
    await contracts.submit({ kind: 'overnight', contract: id, day });
  }
}

/** Whether a mark price triggers anything: a closing, a margin warning, or the end of one. */
function isAnyCrossed({ triggers, warnings }: ContractMarket, markTicks: Ticks, now: Ms): boolean {
  return triggers.crossed(markTicks).length > 0 || warnings.due(markTicks, now).length > 0;
}

/** Nothing is closed into a book without quotes: if quoting fails, the price does not count yet. */
async function quoteFirst(market: ContractMarket, quote: ((market: ContractMarket) => Promise<void>) | null) {
  try {
    await quote?.(market);
  } catch (error) {
    market.mark = null;
    throw error;
  }
}

/** Between two sessions the last prices are shown; after a restart, the index at the session close. */
function rest(market: ContractMarket, indexOf: IndexOf, now: Ms): void {
  const { hours, pair } = market.listed;
  if (market.rested !== null) return;
  const { since } = sessionAt(hours, now);
  market.rest(since === null ? null : (indexOf(pair, since)?.ticks ?? null));
}

function owesOvernight(market: ContractMarket, day: number): boolean {
  if (market.chargedThrough >= day || !isTradingTime(market.listed.hours, day * dayMs)) return false;
  for (const position of market.positions.values()) if (position.chargedDay < day) return true;
  // No position needs checking again until the next day: those opened now owe nothing for today.
  market.chargedThrough = day;
  return false;
}
