import type { Ticks, Units } from '#protocol/core/brand.ts';
import type { ParametersOf } from '../entities/parameters.ts';
import { isWithinFactor, spotPriceFactor } from '#protocol/contracts/maths/orders.ts';
import { budgetAfter, profitTicks, safetyTicks } from './averaging-sizes.ts';
import { baseValue, heldLots, isOrder, limitLots, marketLots, movedTicks } from './sizing.ts';
import type { RobotContext, RobotEvent, RobotMarket, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Averaging = ParametersOf<'averaging'>;
type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/** What averaging remembers of its running series. Amounts are quote units as text. */
export interface AveragingState {
  readonly nextRef: number;
  /** What the purchases of the series may spend together, and what they paid so far. */
  readonly budget: string;
  readonly paid: string;
  /** What the coins that are held cost. */
  readonly cost: string;
  /** The price of the first purchase; null before it. */
  readonly first: Ticks | null;
  /** Safety orders of the series that were placed. */
  readonly safety: number;
  /** Orders in the book: the next purchase, and the sale at a profit. */
  readonly buying: number | null;
  readonly selling: number | null;
  /** The last price it knows. */
  readonly seen: Ticks;
  /** Whether an order left the book unfilled: it is placed again once the price has moved. */
  readonly again: boolean;
}

/** How far the price moves before an order that the book refused is tried again, in millionths. */
const againPpm = 1_000n;

const nothingYet = { paid: '0', first: null, safety: 0, buying: null, selling: null, again: false } as const;

/**
 * Dollar-cost averaging in series (as the bots of 3Commas and Pionex). A series begins with a purchase at the market. Below it
 * stand safety orders, one in the book at a time, each `step` percent lower and `scale` times larger than the one before. A
 * limit order above the average price sells everything at `take-profit` percent more than it cost, after the fees of both
 * sides; each purchase moves it. Once it is filled, the next series begins with all the money there is then.
 *
 * All purchases of a series together spend at most the money it began with.
 */
export const averaging: Strategy<Averaging, AveragingState> = {
  name: 'averaging',
  candleChoices: [],
  candleMinutes: () => null,
  check(parameters, market, amount, ticks) {
    const lowest = safetyTicks(ticks, parameters, parameters.safetyOrders);
    const budgets = budgetAfter(parameters, amount);
    const bought = budgets.map((budget, nth) => {
      const at = safetyTicks(ticks, parameters, nth);
      const spent = budget - (budgets[nth - 1] ?? 0n);
      return { at, lots: nth === 0 ? marketLots(market, spent, at) : limitLots(market, spent, at) };
    });
    const highest = movedTicks(profitTicks(parameters, market, baseValue(market, market.lotUnits, ticks), 1), 10_000n);
    // The book takes no limit order further from the last price than this.
    if (lowest < 1 || !isWithinFactor(BigInt(highest), BigInt(lowest), spotPriceFactor)) {
      return { field: parameters.safetyOrders === 0 ? 'takeProfit' : 'step', problem: 'too-high' };
    }
    return bought.every(({ at, lots }) => isOrder(market, at, lots))
      ? null
      : { field: 'amount', problem: 'too-little-money' };
  },
  start(parameters, context, ticks) {
    const { market, holdings } = context;
    const state = { ...nothingYet, nextRef: 1, budget: '0', cost: '0', seen: ticks };
    const cost = baseValue(market, holdings.base, ticks);
    if (!canSell(context, ticks)) return begin(parameters, context, state);
    // Coins that are held already count as bought at the price of now.
    const budget = (holdings.quote + cost).toString();
    return surround(parameters, context, { ...state, budget, paid: `${cost}`, cost: `${cost}`, first: ticks });
  },
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'candle':
      case 'closed':
        return still(state);
      case 'watch':
        return state.again ? goOn(parameters, context, { ...state, seen: event.ticks, again: false }) : still(state);
      case 'resume': {
        // A purchase that was in the book is placed again; one that left it was counted back before.
        const safety = state.buying === null ? state.safety : Math.max(0, state.safety - 1);
        const bare = { ...state, safety, buying: null, selling: null, again: false, seen: event.ticks };
        return goOn(parameters, context, bare);
      }
      case 'fill':
        if (event.lots === 0) return unfilled(state, event);
        return event.side === 'buy'
          ? bought(parameters, state, event, context)
          : sold(parameters, state, event, context);
    }
  },
};

function watchOf({ again, seen }: AveragingState) {
  return again
    ? { below: movedTicks(seen, -againPpm), above: movedTicks(seen, againPpm) + 1 }
    : { below: null, above: null };
}

function still(state: AveragingState): RobotStep<AveragingState> {
  return { state, cancels: [], orders: [], watch: watchOf(state) };
}

/** Whether what is held makes an order. */
function canSell(context: RobotContext, ticks: Ticks): boolean {
  return isOrder(context.market, ticks, heldLots(context));
}

function goOn(parameters: Averaging, context: RobotContext, state: AveragingState): RobotStep<AveragingState> {
  return state.first === null ? begin(parameters, context, state) : surround(parameters, context, state);
}

/** A series begins with a purchase at the market. What is left of the one before keeps what it cost. */
function begin(parameters: Averaging, context: RobotContext, before: AveragingState): RobotStep<AveragingState> {
  const { market, holdings } = context;
  const { nextRef, cost, seen } = before;
  const state = { ...nothingYet, nextRef, cost, seen, budget: holdings.quote.toString() };
  const [amount = 0n] = budgetAfter(parameters, holdings.quote);
  const lots = marketLots(market, amount, seen);
  if (!isOrder(market, seen, lots)) return still({ ...state, again: true });
  const orders: RobotOrder[] = [{ ref: nextRef, side: 'buy', ticks: null, lots }];
  return { ...still({ ...state, nextRef: nextRef + 1, buying: nextRef }), orders };
}

/** Places what is missing of the two: the sale of all that is held at its profit, and the next safety order below. */
function surround(parameters: Averaging, context: RobotContext, before: AveragingState): RobotStep<AveragingState> {
  const { market, holdings } = context;
  let state = before;
  const orders: RobotOrder[] = [];
  const held = heldLots(context);
  if (state.selling === null && held > 0) {
    const cost = (BigInt(state.cost) * BigInt(held) * market.lotUnits) / holdings.base;
    const sale: RobotOrder = {
      ref: state.nextRef,
      side: 'sell',
      ticks: profitTicks(parameters, market, cost, held),
      lots: held,
    };
    if (fits(market, sale)) {
      orders.push(sale);
      state = { ...state, selling: sale.ref, nextRef: sale.ref + 1 };
    }
  }
  if (state.buying === null && state.first !== null && state.safety < parameters.safetyOrders) {
    const safety = state.safety + 1;
    const ticks = safetyTicks(state.first, parameters, safety);
    const lots = limitLots(market, affordable(parameters, state, holdings.quote, safety), ticks);
    const purchase: RobotOrder = { ref: state.nextRef, side: 'buy', ticks, lots };
    if (fits(market, purchase)) {
      orders.push(purchase);
      state = { ...state, buying: purchase.ref, safety, nextRef: purchase.ref + 1 };
    }
  }
  return { ...still(state), orders };
}

function fits(market: RobotMarket, { ticks, lots }: RobotOrder): boolean {
  return isOrder(market, ticks ?? 0, lots);
}

/** What a safety order may spend: what is left of the budget up to it, and no more than there is. */
function affordable(parameters: Averaging, { budget, paid }: AveragingState, quote: Units, nth: number): Units {
  const left = (budgetAfter(parameters, BigInt(budget))[nth] ?? 0n) - BigInt(paid);
  return left < quote ? left : quote;
}

function bought(parameters: Averaging, state: AveragingState, event: Fill, context: RobotContext) {
  const after: AveragingState = {
    ...state,
    seen: event.ticks,
    paid: (BigInt(state.paid) + event.given).toString(),
    cost: (BigInt(state.cost) + event.given).toString(),
    first: state.first ?? event.ticks,
    buying: event.done && event.ref === state.buying ? null : state.buying,
  };
  if (!event.done) return still(after);
  const cancels = state.selling === null ? [] : [state.selling];
  return { ...surround(parameters, context, { ...after, selling: null }), cancels };
}

function sold(parameters: Averaging, state: AveragingState, event: Fill, context: RobotContext) {
  const left = context.holdings.base;
  const cost = ((BigInt(state.cost) * left) / (left + event.given)).toString();
  const isOwn = event.ref === state.selling;
  const after = { ...state, cost, seen: event.ticks, selling: event.done && isOwn ? null : state.selling };
  if (!event.done) return still(after);
  if (canSell(context, event.ticks)) return surround(parameters, context, after);
  // Everything is sold: what is still in the book belongs to the series that ends.
  const cancels = [state.buying, after.selling].filter((ref) => ref !== null);
  return { ...begin(parameters, context, after), cancels };
}

/** An order left the book unfilled, as one that it refused. */
function unfilled(state: AveragingState, { ref }: Fill): RobotStep<AveragingState> {
  if (ref === state.selling) return still({ ...state, selling: null, again: true });
  if (ref !== state.buying) return still(state);
  return still({ ...state, buying: null, safety: Math.max(0, state.safety - 1), again: true });
}
