import type { Lots, Ticks, Units } from '../../brand.ts';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { averageTicks } from '../orders.ts';
import { heldLots, isOrder, lotsFor, movedTicks, percentPpm } from './sizing.ts';
import type { RobotContext, RobotMarket, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Averaging = ParametersOf<'averaging'>;

/** What averaging remembers of its running cycle. */
export interface AveragingState {
  readonly nextRef: number;
  /** Quote units spent on what is held, as text, and the lots it bought. */
  readonly spent: string;
  readonly bought: Lots;
  /** The price of the first purchase; null before it. */
  readonly first: Ticks | null;
  /** Safety orders of the cycle that were placed. */
  readonly safety: number;
  /** Orders in the book: the next purchase, and the sale at a profit. */
  readonly buying: number | null;
  readonly selling: number | null;
}

const never = { below: null, above: null } as const;
const none = { spent: '0', bought: 0, first: null, safety: 0, buying: null, selling: null } as const;

/** Hundredths of the growth of purchases. */
function scaleOf(text: string): bigint {
  return percentPpm(text) / 100n;
}

/** What each purchase of a cycle spends, the first one first: together they spend the amount. */
function purchases({ safetyOrders, scale }: Averaging, amount: Units): Units[] {
  const growth = scaleOf(scale);
  const weights = Array.from(
    { length: safetyOrders + 1 },
    (_, nth) => growth ** BigInt(nth) * 100n ** BigInt(safetyOrders - nth),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  return weights.map((weight) => (amount * weight) / sum);
}

/** The price of a safety order: a step below the one before. @param nth from 1 on */
function safetyTicks(first: Ticks, { step }: Averaging, nth: number): Ticks {
  let ticks = first;
  for (let below = 0; below < nth; below += 1) ticks = movedTicks(ticks, -percentPpm(step));
  return ticks;
}

/** The lowest price at which all that is held makes the profit, after the fees of both sides. */
function profitTicks({ takeProfit }: Averaging, market: RobotMarket, state: AveragingState): Ticks {
  const average = averageTicks(market, BigInt(state.spent), Math.max(1, state.bought));
  return movedTicks(average, percentPpm(takeProfit) + BigInt(market.makerFeePpm)) + 1;
}

/** The purchases of a cycle are shares of all the quote there was at its beginning. */
function cycleMoney({ holdings }: RobotContext, { spent }: AveragingState): Units {
  return holdings.quote + BigInt(spent);
}

/** A cycle begins with a purchase at the market. */
function beginCycle(
  parameters: Averaging,
  context: RobotContext,
  nextRef: number,
  ticks: Ticks,
): RobotStep<AveragingState> {
  const [amount = 0n] = purchases(parameters, context.holdings.quote);
  const lots = lotsFor(context.market, amount, ticks);
  if (!isOrder(context.market, ticks, lots)) {
    return { state: { ...none, nextRef }, cancels: [], orders: [], watch: never };
  }
  const orders: RobotOrder[] = [{ ref: nextRef, side: 'buy', ticks: null, lots }];
  return { state: { ...none, nextRef: nextRef + 1, buying: nextRef }, cancels: [], orders, watch: never };
}

/** Places the sale of all that is held at its profit, and the next safety order below. */
function surround(parameters: Averaging, context: RobotContext, before: AveragingState): RobotStep<AveragingState> {
  const { market } = context;
  const cancels = before.selling === null ? [] : [before.selling];
  const orders: RobotOrder[] = [];
  let state: AveragingState = { ...before, selling: null };
  const want = (side: 'buy' | 'sell', ticks: Ticks, lots: Lots): number | null => {
    if (!isOrder(market, ticks, lots)) return null;
    const ref = state.nextRef;
    orders.push({ ref, side, ticks, lots });
    state = { ...state, nextRef: ref + 1 };
    return ref;
  };
  const selling = want('sell', profitTicks(parameters, market, state), heldLots(context));
  state = { ...state, selling };
  if (state.buying === null && state.first !== null && state.safety < parameters.safetyOrders) {
    const nth = state.safety + 1;
    const ticks = safetyTicks(state.first, parameters, nth);
    const amount = purchases(parameters, cycleMoney(context, state))[nth] ?? 0n;
    const buying = want('buy', ticks, lotsFor(market, amount, ticks));
    state = { ...state, buying, safety: nth };
  }
  return { state, cancels, orders, watch: never };
}

/**
 * Dollar-cost averaging in cycles: a first purchase at the market, safety orders each a step lower and larger by the scale, and
 * a sale of everything at the take-profit above the average price. Once that is filled, a cycle begins again.
 */
export const averaging: Strategy<Averaging, AveragingState> = {
  name: 'averaging',
  candleMinutes: () => null,
  check(parameters, market, amount, ticks) {
    if (scaleOf(parameters.scale) < 100n) return { field: 'scale', problem: 'too-low' };
    if (safetyTicks(ticks, parameters, parameters.safetyOrders) < 1) return { field: 'step', problem: 'too-high' };
    const fits = purchases(parameters, amount).every((spent, nth) => {
      const at = safetyTicks(ticks, parameters, nth);
      return isOrder(market, at, lotsFor(market, spent, at));
    });
    return fits ? null : { field: 'amount', problem: 'too-little-money' };
  },
  start: (parameters, context, ticks) =>
    heldLots(context) >= context.market.minLots
      ? surround(parameters, context, { ...none, ...heldAt(context, ticks), nextRef: 1 })
      : beginCycle(parameters, context, 1, ticks),
  on(parameters, state, event, context) {
    const nothing = { state, cancels: [], orders: [], watch: never };
    if (event.kind === 'resume') {
      const after = { ...state, buying: null, selling: null, safety: Math.max(0, state.safety - 1) };
      return state.first === null
        ? beginCycle(parameters, context, state.nextRef, event.ticks)
        : surround(parameters, context, after);
    }
    if (event.kind !== 'fill') return nothing;
    if (event.side === 'buy') {
      const after: AveragingState = {
        ...state,
        spent: (BigInt(state.spent) + event.given).toString(),
        bought: state.bought + event.lots,
        first: state.first ?? (event.lots > 0 ? event.ticks : null),
        buying: event.done && event.ref === state.buying ? null : state.buying,
      };
      return event.lots > 0 && event.done ? surround(parameters, context, after) : { ...nothing, state: after };
    }
    if (event.ref !== state.selling || !event.done) return nothing;
    // Coins are left, as after a sale that the book refused: they are offered again.
    if (heldLots(context) >= context.market.minLots) return surround(parameters, context, { ...state, selling: null });
    const cancels = state.buying === null ? [] : [state.buying];
    const begun = beginCycle(parameters, context, state.nextRef, event.ticks);
    return { ...begun, cancels };
  },
};

/** Coins that are held already count as bought at the price of now. */
function heldAt(context: RobotContext, ticks: Ticks) {
  const lots = heldLots(context);
  const spent = BigInt(ticks) * BigInt(lots) * context.market.unitsPerTickLot;
  return { spent: spent.toString(), bought: lots, first: ticks };
}
