import type { Units } from '#protocol/core/brand.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import type { ContractTerms } from '#server/markets/engine/contract-terms.ts';
import type { Trigger } from '#server/markets/engine/trigger-index.ts';
import type { ContractPosition } from '../position.ts';

/**
 * The trigger prices of a position: liquidation, stop-loss, take-profit.
 *
 * @param sideCost total cost of its owner's positions on its side
 */
export function triggersOf(terms: ContractTerms, position: ContractPosition, sideCost: Units): Trigger[] {
  const [loss, profit] =
    position.side === 'long' ? (['falls-to', 'rises-to'] as const) : (['rises-to', 'falls-to'] as const);
  const triggers: Trigger[] = [];
  const forced = liquidationTicks(terms, position, sideCost);
  if (forced !== null) triggers.push({ reason: 'forced', when: loss, ticks: forced });
  if (position.stopLossTicks !== null)
    triggers.push({ reason: 'stop-loss', when: loss, ticks: position.stopLossTicks });
  if (position.takeProfitTicks !== null) {
    triggers.push({ reason: 'take-profit', when: profit, ticks: position.takeProfitTicks });
  }
  return triggers;
}
