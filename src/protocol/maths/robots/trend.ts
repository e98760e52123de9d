import type { Ticks } from '../../brand.ts';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { heldLots, isOrder, lotsFor, movedTicks, percentPpm } from './sizing.ts';
import type { RobotContext, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Trend = ParametersOf<'trend'>;

/** What trend following remembers. */
export interface TrendState {
  /** Closes of the last candles, oldest first, as many as the slow average needs. */
  readonly closes: readonly Ticks[];
  /** Whether the fast average was above the slow one; null before both are known. */
  readonly isAbove: boolean | null;
  /** The highest price since the coin is held; null while it is not. */
  readonly peak: Ticks | null;
  readonly nextRef: number;
  /** Its order under way. */
  readonly ordered: number | null;
}

function sum(closes: readonly Ticks[]): number {
  return closes.reduce((total, close) => total + close, 0);
}

/** Whether the fast average is above the slow one, without a division. */
function isFastAbove(closes: readonly Ticks[], fast: number): boolean {
  return sum(closes.slice(-fast)) * closes.length > sum(closes) * fast;
}

function watchOf({ trailing }: Trend, { peak }: TrendState) {
  return { below: peak === null ? null : movedTicks(peak, -percentPpm(trailing)), above: null };
}

function order(parameters: Trend, state: TrendState, wanted: Omit<RobotOrder, 'ref'> | null): RobotStep<TrendState> {
  if (wanted === null) return { state, cancels: [], orders: [], watch: watchOf(parameters, state) };
  const ref = state.nextRef;
  const after = { ...state, nextRef: ref + 1, ordered: ref };
  return { state: after, cancels: [], orders: [{ ref, ...wanted }], watch: watchOf(parameters, after) };
}

function buying(context: RobotContext, ticks: Ticks): Omit<RobotOrder, 'ref'> | null {
  const lots = lotsFor(context.market, context.holdings.quote, ticks);
  return isOrder(context.market, ticks, lots) ? { side: 'buy', ticks: null, lots } : null;
}

function selling(context: RobotContext, ticks: Ticks): Omit<RobotOrder, 'ref'> | null {
  const lots = heldLots(context);
  return isOrder(context.market, ticks, lots) ? { side: 'sell', ticks: null, lots } : null;
}

/**
 * Trend following by two simple moving averages of closes: buys when the fast one crosses above the slow one, sells when it
 * crosses below, or when the price falls behind its highest since by the trailing share. Both averages are known only after
 * as many candles as the slow one has: until then it waits.
 */
export const trend: Strategy<Trend, TrendState> = {
  name: 'trend',
  candleMinutes: ({ minutes }) => minutes,
  check({ fast, slow, trailing }, market, amount, ticks) {
    if (fast >= slow) return { field: 'fast', problem: 'wrong-order' };
    if (percentPpm(trailing) >= 1_000_000n) return { field: 'trailing', problem: 'too-high' };
    return isOrder(market, ticks, lotsFor(market, amount, ticks))
      ? null
      : { field: 'amount', problem: 'too-little-money' };
  },
  start(parameters, context, ticks) {
    const peak = heldLots(context) >= context.market.minLots ? ticks : null;
    return order(parameters, { closes: [], isAbove: null, peak, nextRef: 1, ordered: null }, null);
  },
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'candle':
        return afterCandle(parameters, state, event, context);
      case 'watch': {
        const isBehind = state.peak !== null && event.ticks <= movedTicks(state.peak, -percentPpm(parameters.trailing));
        const wanted = isBehind && state.ordered === null ? selling(context, event.ticks) : null;
        return order(parameters, state, wanted);
      }
      case 'fill': {
        const isHeld = heldLots(context) >= context.market.minLots;
        const peak = isHeld ? Math.max(state.peak ?? 0, event.ticks) : null;
        return order(parameters, { ...state, peak, ordered: event.done ? null : state.ordered }, null);
      }
      case 'resume':
        return order(parameters, { ...state, ordered: null, peak: state.peak === null ? null : event.ticks }, null);
    }
  },
};

function afterCandle(
  parameters: Trend,
  state: TrendState,
  { high, close }: { readonly high: Ticks; readonly close: Ticks },
  context: RobotContext,
): RobotStep<TrendState> {
  const closes = [...state.closes, close].slice(-parameters.slow);
  const peak = state.peak === null ? null : Math.max(state.peak, high);
  if (closes.length < parameters.slow) return order(parameters, { ...state, closes, peak }, null);
  const isAbove = isFastAbove(closes, parameters.fast);
  const hasCrossed = state.isAbove !== null && isAbove !== state.isAbove;
  const after = { ...state, closes, peak, isAbove };
  if (!hasCrossed || state.ordered !== null) return order(parameters, after, null);
  return order(parameters, after, isAbove ? buying(context, close) : selling(context, close));
}
