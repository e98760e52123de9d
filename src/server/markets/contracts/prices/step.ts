import type { Ms, Ticks } from '#protocol/core/brand.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { isTradingTime } from '#server/markets/engine/trading-sessions.ts';
import { priceLifeMs } from './mark.ts';
import type { ContractMarket } from '../market.ts';
import type { ContractRequest, StepContract } from '../requests/request.ts';

/**
 * One step of a contract's prices where it is run: the index is updated, and the writer executes what the mark price
 * triggers and what is owed for the night.
 *
 * @param now by the clock of this process; a step that was under way for too long is dropped, as the next one is newer
 * @param submit gives the writer what is to be done
 * @throws what `submit` throws; a price that could not be quoted around does not count
 */
export async function stepContract(
  market: ContractMarket,
  step: StepContract,
  now: Ms,
  submit: (request: ContractRequest) => Promise<unknown>,
): Promise<void> {
  const { indexTicks, seenAt, draws } = step;
  if (Math.abs(now - seenAt) > priceLifeMs) return;
  // Between two sessions the last prices are shown; after a restart, the index at the session close.
  if (!isTradingTime(market.listed.hours, now)) return market.rest(indexTicks);
  // The first price after a pause is treated like the first after a start: the makers quote before it triggers
  // anything.
  market.dropStale(now);
  const isFirst = market.mark === null && indexTicks !== null;
  market.setIndex(indexTicks, now);
  if (isFirst && draws !== null) await quoteFirst(market, draws, submit);
  // Prices continue and are shown; triggers are executed once nothing is stopped.
  if (market.isStopped()) return;
  const contract = market.listed.id;
  if (market.mark !== null && isAnyCrossed(market, market.mark.ticks, now)) {
    await submit({ kind: 'mark', contract, indexTicks, seenAt: now });
  }
  const day = Math.floor(now / dayMs);
  if (owesOvernight(market, day)) await submit({ kind: 'overnight', contract, day });
}

/** Whether a mark price triggers anything: a closing, a margin warning, or the end of one. */
function isAnyCrossed({ triggers, warnings }: ContractMarket, markTicks: Ticks, now: Ms): boolean {
  return triggers.crossed(markTicks).length > 0 || warnings.due(markTicks, now).length > 0;
}

/** Nothing is closed into a book without quotes: if quoting fails, the price does not count yet. */
async function quoteFirst(
  market: ContractMarket,
  draws: readonly number[],
  submit: (request: ContractRequest) => Promise<unknown>,
): Promise<void> {
  try {
    await submit({ kind: 'quote', owner: houseOwners.makerA, contract: market.listed.id, draws });
  } catch (error) {
    market.mark = null;
    throw error;
  }
}

function owesOvernight(market: ContractMarket, day: number): boolean {
  if (market.chargedThrough >= day || !isTradingTime(market.listed.hours, day * dayMs)) return false;
  for (const position of market.positions.values()) if (position.chargedDay < day) return true;
  // No position needs checking again until the next day: those opened now owe nothing for today.
  market.chargedThrough = day;
  return false;
}
