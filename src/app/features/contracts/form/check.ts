import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { lotsValue, isWithinFactor, contractPriceFactor } from '#protocol/contracts/maths/orders.ts';
import { leveragesFor } from '#protocol/contracts/maths/margin.ts';
import type { ContractSpec } from '#protocol/contracts/maths/contract-spec.ts';
import { isDecimal } from '#protocol/core/decimal.ts';
import type { ContractSide } from '#protocol/contracts/entities.ts';
import { isTakeProfit, isStopLoss } from '#protocol/contracts/maths/positions.ts';
import type { EntryProblem } from '#app/features/order-entry/check.ts';
import { leveragesOf, mostLots, neededFor, type OpeningSize, type OwnUse, referenceTicks } from './maths.ts';
import { levelsAgainst, type MarketSnapshot } from './market-snapshot.ts';

/** An order as typed in the form: decimals as text, or empty. */
export interface OpeningDraft {
  readonly side: ContractSide;
  readonly type: 'limit' | 'market';
  readonly price: string;
  readonly lots: string;
  readonly leverage: number;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** What the user has on its side already; nothing when absent. */
  readonly own?: OwnUse;
}

export type OpeningField = 'price' | 'lots' | 'takeProfit' | 'stopLoss';

/** Why an order cannot be sent, before the exchange says it with the codes 2023 to 2026, 2050, 2051, 2059 and 2005. */
export type OpeningProblem = EntryProblem<
  OpeningField,
  | 'tick'
  | 'far'
  | 'beyond'
  | 'lotsLow'
  | 'lotsHigh'
  | 'leverage'
  | 'leverageHeld'
  | 'insufficient'
  | 'profitSide'
  | 'lossSide'
>;

/** The size of a draft; null while its price or its lots are missing. */
export function sizeOf(spec: ContractSpec, draft: OpeningDraft): OpeningSize | null {
  const { side, type, price, lots, leverage, own } = draft;
  const ticks = type === 'limit' ? ticksOfPrice(spec, price) : null;
  const count = lotsOf(lots);
  if (count === null || (type === 'limit' && ticks === null)) return null;
  const size = { side, type, ticks, lots: count, leverage };
  return own === undefined ? size : { ...size, own };
}

/** Whole lots of a text, or null when it is none. */
export function lotsOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/**
 * All that is wrong with a draft, at most one problem a field. @param available in units of money; null while not known
 */
export function openingProblems(
  spec: ContractSpec,
  draft: OpeningDraft,
  market: MarketSnapshot,
  available: bigint | null,
): readonly OpeningProblem[] {
  const found = [
    priceProblem(spec, draft, market),
    lotsProblem(spec, draft, market, available),
    ...protectionProblems(spec, draft, draftReference(spec, draft, market)),
  ];
  return found.filter((problem) => problem !== null);
}

function draftReference(spec: ContractSpec, { type, price }: OpeningDraft, market: MarketSnapshot): number | null {
  return type === 'limit' ? ticksOfPrice(spec, price) : market.mark;
}

function priceProblem(spec: ContractSpec, draft: OpeningDraft, market: MarketSnapshot): OpeningProblem | null {
  if (draft.type === 'market') return null;
  const problem = (kind: OpeningProblem['kind'], allowed: number | null): OpeningProblem => ({
    field: 'price',
    kind,
    allowed: allowed === null ? '' : priceOfTicks(spec, allowed),
  });
  const ticks = priceTicks(spec, draft.price);
  if (typeof ticks === 'string') return problem(ticks, null);
  const { mark } = market;
  if (mark !== null && !isWithinFactor(BigInt(ticks), BigInt(mark), contractPriceFactor)) return problem('far', mark);
  const best = levelsAgainst(market, draft.side)[0]?.[0] ?? mark;
  if (best === null) return null;
  const beyond = draft.side === 'long' ? ticks > best : ticks < best;
  return beyond ? problem('beyond', best) : null;
}

/** Ticks of a text of a price, or what is wrong with it. */
function priceTicks(spec: ContractSpec, text: string): number | 'missing' | 'tick' {
  if (!isDecimal(text) || !/[1-9]/.test(text)) return 'missing';
  return ticksOfPrice(spec, text) ?? 'tick';
}

function lotsProblem(
  spec: ContractSpec,
  draft: OpeningDraft,
  market: MarketSnapshot,
  available: bigint | null,
): OpeningProblem | null {
  const problem = (kind: OpeningProblem['kind'], allowed: number): OpeningProblem => ({
    field: 'lots',
    kind,
    allowed: String(allowed),
  });
  const lots = lotsOf(draft.lots);
  if (lots === null) return problem('missing', spec.minLots);
  if (lots < spec.minLots) return problem('lotsLow', spec.minLots);
  if (lots > spec.maxLots) return problem('lotsHigh', spec.maxLots);
  const size = sizeOf(spec, draft);
  const reference = size === null ? null : referenceTicks(size, market);
  if (size === null || reference === null) return null;
  const value = lotsValue(spec, reference, lots);
  const most = leveragesOf(spec, size.own, value).at(-1) ?? 1;
  if (size.leverage > most) {
    // Where the lots alone would be small enough, it is what the user has already that counts.
    const alone = leveragesFor(spec, value).at(-1) ?? 1;
    return problem(alone > most ? 'leverageHeld' : 'leverage', most);
  }
  const needed = neededFor(spec, size, market);
  if (needed === null || available === null || needed <= available) return null;
  return { field: 'lots', kind: 'insufficient', allowed: String(mostLots(spec, size, market, available)) };
}

/** Whether take-profit and stop-loss stand on the right sides of the price they protect (spec point 5). */
export function protectionProblems(
  spec: ContractSpec,
  { side, takeProfit, stopLoss }: Pick<OpeningDraft, 'side' | 'takeProfit' | 'stopLoss'>,
  referenceTicks: number | null,
): readonly OpeningProblem[] {
  const allowed = referenceTicks === null ? '' : priceOfTicks(spec, referenceTicks);
  const check = (field: 'takeProfit' | 'stopLoss', text: string): OpeningProblem | null => {
    const ticks = priceTicks(spec, text);
    if (typeof ticks === 'string') return { field, kind: ticks, allowed: '' };
    const isRight = field === 'takeProfit' ? isTakeProfit : isStopLoss;
    if (referenceTicks === null || isRight(side, ticks, referenceTicks)) return null;
    return { field, kind: field === 'takeProfit' ? 'profitSide' : 'lossSide', allowed };
  };
  return [check('takeProfit', takeProfit), check('stopLoss', stopLoss)].filter((problem) => problem !== null);
}
