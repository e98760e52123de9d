import type { Lots, Ticks } from '#protocol/core/brand.ts';
import { type ParametersOf, trendMinutes } from '../entities/parameters.ts';
import { type Closes, isFastAbove, noCloses, withClose } from './moving-average.ts';
import { heldLots, isOrder, marketLots, movedTicks, percentPpm } from './sizing.ts';
import type { RobotContext, RobotEvent, RobotStep, Strategy } from './strategy.ts';

type Trend = ParametersOf<'trend'>;
type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/** What trend following remembers. */
export interface TrendState {
  readonly closes: Closes;
  /** Whether the fast average was above the slow one; null before both are known. */
  readonly isAbove: boolean | null;
  /** Where its money should be: in the coin, or out of it. */
  readonly wants: 'in' | 'out';
  /** The highest price since the coin is held; null while it is not. */
  readonly peak: Ticks | null;
  readonly nextRef: number;
  /** Its order under way, and what is left of it. */
  readonly ordered: { readonly ref: number; readonly lots: Lots; readonly left: Lots } | null;
}

/** The price at which the trailing stop sells; null while nothing is held, or an order is under way. */
function watchOf({ trailing }: Trend, { peak, ordered }: TrendState) {
  return { below: peak === null || ordered !== null ? null : movedTicks(peak, -percentPpm(trailing)), above: null };
}

function still(parameters: Trend, state: TrendState): RobotStep<TrendState> {
  return { state, cancels: [], orders: [], watch: watchOf(parameters, state) };
}

/** Goes where its money should be: at most one order is under way, and what is held makes one or the other. */
function go(parameters: Trend, state: TrendState, context: RobotContext, ticks: Ticks): RobotStep<TrendState> {
  const isIn = state.wants === 'in';
  const lots = isIn ? marketLots(context.market, context.holdings.quote, ticks) : heldLots(context);
  if (state.ordered !== null || !isOrder(context.market, ticks, lots)) return still(parameters, state);
  const ref = state.nextRef;
  const after = { ...state, nextRef: ref + 1, ordered: { ref, lots, left: lots } };
  return { ...still(parameters, after), orders: [{ ref, side: isIn ? 'buy' : 'sell', ticks: null, lots }] };
}

/**
 * Trend following by two simple moving averages of closes (Brock, Lakonishok and LeBaron, “Simple Technical Trading Rules”,
 * 1992). It buys with all its money when the fast average crosses above the slow one, and sells all when it crosses below, or
 * when the price falls `trailing` percent behind its highest since the purchase. After a stop it waits for the next cross.
 *
 * Both averages are known only after as many candles as the slow one has: until then it waits.
 */
export const trend: Strategy<Trend, TrendState> = {
  name: 'trend',
  candleChoices: trendMinutes,
  candleMinutes: ({ minutes }) => minutes,
  check({ fast, slow, trailing }, market, amount, ticks) {
    if (fast >= slow) return { field: 'fast', problem: 'wrong-order' };
    if (percentPpm(trailing) >= 1_000_000n) return { field: 'trailing', problem: 'too-high' };
    return isOrder(market, ticks, marketLots(market, amount, ticks))
      ? null
      : { field: 'amount', problem: 'too-little-money' };
  },
  start(parameters, context, ticks) {
    const isHeld = isOrder(context.market, ticks, heldLots(context));
    return still(parameters, {
      closes: noCloses,
      isAbove: null,
      wants: isHeld ? 'in' : 'out',
      peak: isHeld ? ticks : null,
      nextRef: 1,
      ordered: null,
    });
  },
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'candle':
        return closed(parameters, state, event, context);
      case 'watch': {
        const { below } = watchOf(parameters, state);
        if (below === null || event.ticks > below) return still(parameters, state);
        return go(parameters, { ...state, wants: 'out' }, context, event.ticks);
      }
      case 'closed':
        return still(parameters, state);
      case 'fill':
        return filled(parameters, state, event, context);
      case 'resume': {
        // What the price did meanwhile is not made up: the peak begins again.
        const peak = state.peak === null ? null : event.ticks;
        return still(parameters, { ...state, ordered: null, peak });
      }
    }
  },
};

function closed(
  parameters: Trend,
  state: TrendState,
  { high, close }: { readonly high: Ticks; readonly close: Ticks },
  context: RobotContext,
): RobotStep<TrendState> {
  const { fast, slow } = parameters;
  const closes = withClose(state.closes, close, fast, slow);
  const peak = state.peak === null ? null : Math.max(state.peak, high);
  const isAbove = closes.count < slow ? null : isFastAbove(closes, fast, slow);
  const hasCrossed = state.isAbove !== null && isAbove !== null && isAbove !== state.isAbove;
  const after: TrendState = {
    closes,
    isAbove,
    wants: hasCrossed ? (isAbove ? 'in' : 'out') : state.wants,
    peak,
    nextRef: state.nextRef,
    ordered: state.ordered,
  };
  // What the book did not take of a sale is offered again with each candle; a purchase is not chased.
  const isLeft = after.wants === 'out' && peak !== null;
  return hasCrossed || isLeft ? go(parameters, after, context, close) : still(parameters, after);
}

function filled(parameters: Trend, state: TrendState, event: Fill, context: RobotContext): RobotStep<TrendState> {
  const { ordered } = state;
  const isHeld = heldLots(context) >= context.market.minLots;
  const peak = isHeld && event.lots > 0 ? Math.max(state.peak ?? 0, event.ticks) : isHeld ? state.peak : null;
  if (ordered === null || ordered.ref !== event.ref) return still(parameters, { ...state, peak });
  const left = ordered.left - event.lots;
  if (!event.done) return still(parameters, { ...state, peak, ordered: { ...ordered, left } });
  const after = { ...state, peak, ordered: null };
  // One order takes no more than the market allows: another one follows it, unless the book had too little.
  const isMost = left === 0 && ordered.lots === context.market.maxLots;
  return isMost ? go(parameters, after, context, event.ticks) : still(parameters, after);
}
