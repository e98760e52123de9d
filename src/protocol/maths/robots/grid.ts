import type { Lots, Ticks, Units } from '../../brand.ts';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { toExactUnits } from '../decimal.ts';
import { lotsValue } from '../orders.ts';
import type { RobotContext, RobotMarket, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Grid = ParametersOf<'grid'>;

/** A line of the grid that has an order, by the order’s number. */
interface LineOrder {
  readonly line: number;
  readonly side: 'buy' | 'sell';
  readonly lots: Lots;
}

/** What a grid remembers. */
export interface GridState {
  /** The lines in ticks, rising. */
  readonly lines: readonly Ticks[];
  /** Lots of each order. */
  readonly lots: Lots;
  readonly nextRef: number;
  readonly orders: Readonly<Record<number, LineOrder>>;
  /** The number of the purchase at its beginning, and the price its lines are set around once that is done. */
  readonly opening: { readonly ref: number; readonly ticks: Ticks } | null;
}

const never = { below: null, above: null } as const;
const million = 1_000_000n;

/**
 * The lines of a grid in ticks: `lower + i (upper - lower) / (n - 1)`, or `lower (upper / lower) ^ (i / (n - 1))`, truncated to
 * a tick. The root is taken by bisection over integers, so that every device finds the same lines.
 */
export function gridLines({ lower, upper, lines, spacing }: Grid, market: RobotMarket): Ticks[] {
  const [low, high] = [ticksOf(lower, market) ?? 0, ticksOf(upper, market) ?? 0];
  const steps = BigInt(lines - 1);
  return Array.from({ length: lines }, (_, nth) => {
    if (spacing === 'arithmetic') return Number(BigInt(low) + (BigInt(high - low) * BigInt(nth)) / steps);
    return geometricLine(BigInt(low), BigInt(high), BigInt(nth), steps);
  });
}

/** The highest tick `t` with `t ^ steps <= low ^ (steps - nth) × high ^ nth`. */
function geometricLine(low: bigint, high: bigint, nth: bigint, steps: bigint): Ticks {
  const bound = low ** (steps - nth) * high ** nth;
  let [least, most] = [low, high];
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (middle ** steps <= bound) least = middle;
    else most = middle - 1n;
  }
  return Number(least);
}

function ticksOf(price: string, { quoteScale, tickUnits }: RobotMarket): Ticks | null {
  const units = toExactUnits(price, quoteScale);
  return units === null || units % tickUnits !== 0n ? null : Number(units / tickUnits);
}

/** Lots of each order: all lines and one more, at the highest line, fit into the value, fees left out of it. */
function lotsPerLine(market: RobotMarket, lines: readonly Ticks[], value: Units): Lots {
  const highest = lines.at(-1) ?? 1;
  const spent = (value * (million - BigInt(market.takerFeePpm))) / million;
  return Number(spent / BigInt(lines.length) / lotsValue(market, highest, 1));
}

/** Quote, and coins at a price. */
function worth({ market, holdings }: RobotContext, ticks: Ticks): Units {
  const lots = holdings.base / market.lotUnits;
  return holdings.quote + lotsValue(market, ticks, 1) * lots;
}

/** The line nearest to a price: it stays without an order, so that what is filled beside it has where to go next. */
function gapOf(lines: readonly Ticks[], ticks: Ticks): number {
  const distance = (line: number) => Math.abs((lines[line] ?? 0) - ticks);
  return lines.reduce((nearest, _, line) => (distance(line) < distance(nearest) ? line : nearest), 0);
}

/** Orders on every line but the one nearest to the price: sales above as far as there are coins, purchases below. */
function setAround(state: GridState, { market, holdings }: RobotContext, ticks: Ticks): RobotStep<GridState> {
  let coins = Number(holdings.base / market.lotUnits);
  let money = holdings.quote;
  let ref = state.nextRef;
  const orders: RobotOrder[] = [];
  const placed: Record<number, LineOrder> = {};
  const want = (line: number, side: 'buy' | 'sell', at: Ticks, lots: Lots) => {
    if (lots < market.minLots || lotsValue(market, at, lots) < market.minTotalUnits) return;
    placed[ref] = { line, side, lots };
    orders.push({ ref, side, ticks: at, lots });
    ref += 1;
  };
  const gap = gapOf(state.lines, ticks);
  for (const [line, at] of state.lines.entries()) {
    if (line <= gap) continue;
    const lots = Math.min(state.lots, coins);
    coins -= lots;
    want(line, 'sell', at, lots);
  }
  for (const [line, at] of [...state.lines.entries()].toReversed()) {
    if (line >= gap) continue;
    const cost = lotsValue(market, at, state.lots);
    if (cost > money) continue;
    money -= cost;
    want(line, 'buy', at, state.lots);
  }
  return { state: { ...state, opening: null, nextRef: ref, orders: placed }, cancels: [], orders, watch: never };
}

/**
 * A spot grid: each line has at most one order. What is bought on a line is sold a line higher, and what is sold is bought
 * back a line lower, so that every pair of fills earns the distance between two lines less the fees.
 */
export const grid: Strategy<Grid, GridState> = {
  name: 'grid',
  candleMinutes: () => null,
  check(parameters, market, amount) {
    const [low, high] = [ticksOf(parameters.lower, market), ticksOf(parameters.upper, market)];
    if (low === null || low === 0) return { field: 'lower', problem: 'too-low' };
    if (high === null) return { field: 'upper', problem: 'too-low' };
    if (low >= high) return { field: 'upper', problem: 'wrong-order' };
    const lines = gridLines(parameters, market);
    if (new Set(lines).size < lines.length) return { field: 'lines', problem: 'too-many' };
    const lots = lotsPerLine(market, lines, amount);
    if (lots < market.minLots || lotsValue(market, low, lots) < market.minTotalUnits) {
      return { field: 'amount', problem: 'too-little-money' };
    }
    return lots > market.maxLots ? { field: 'amount', problem: 'too-high' } : null;
  },
  start(parameters, context, ticks) {
    const { market, holdings } = context;
    const lines = gridLines(parameters, market);
    const lots = lotsPerLine(market, lines, worth(context, ticks));
    const state: GridState = { lines, lots, nextRef: 1, orders: {}, opening: null };
    const wanted = (lines.length - 1 - gapOf(lines, ticks)) * lots - Number(holdings.base / market.lotUnits);
    const bought = Math.min(wanted, market.maxLots);
    if (bought < market.minLots || lotsValue(market, ticks, bought) < market.minTotalUnits) {
      return setAround(state, context, ticks);
    }
    const orders: RobotOrder[] = [{ ref: 1, side: 'buy', ticks: null, lots: bought }];
    return { state: { ...state, nextRef: 2, opening: { ref: 1, ticks } }, cancels: [], orders, watch: never };
  },
  on(_parameters, state, event, context) {
    const nothing = { state, cancels: [], orders: [], watch: never };
    if (event.kind === 'resume') return setAround({ ...state, orders: {} }, context, event.ticks);
    if (event.kind !== 'fill' || !event.done) return nothing;
    if (event.ref === state.opening?.ref) return setAround(state, context, state.opening.ticks);
    return event.lots === 0 ? { ...nothing, state: without(state, event.ref) } : filled(state, event.ref, context);
  },
};

function without(state: GridState, ref: number): GridState {
  const { [ref]: _ended, ...orders } = state.orders;
  return { ...state, orders };
}

/** The order of a line was filled: the next one is a line further. */
function filled(state: GridState, ref: number, { market, holdings }: RobotContext): RobotStep<GridState> {
  const ended = state.orders[ref];
  const after = without(state, ref);
  const { orders } = after;
  const line = ended === undefined ? -1 : ended.line + (ended.side === 'buy' ? 1 : -1);
  const at = state.lines[line];
  const isTaken = Object.values(orders).some((one) => one.line === line);
  if (ended === undefined || at === undefined || isTaken)
    return { state: after, cancels: [], orders: [], watch: never };
  const side = ended.side === 'buy' ? 'sell' : 'buy';
  const held = Number(holdings.base / market.lotUnits) - soldElsewhere(orders);
  const lots = side === 'sell' ? Math.min(state.lots, held) : state.lots;
  if (lots < market.minLots || lotsValue(market, at, lots) < market.minTotalUnits) {
    return { state: after, cancels: [], orders: [], watch: never };
  }
  const next = state.nextRef;
  return {
    state: { ...after, nextRef: next + 1, orders: { ...orders, [next]: { line, side, lots } } },
    cancels: [],
    orders: [{ ref: next, side, ticks: at, lots }],
    watch: never,
  };
}

/** Lots behind the sales of other lines, at most: what was sold of one in part is counted whole. */
function soldElsewhere(orders: GridState['orders']): Lots {
  return Object.values(orders).reduce((sum, { side, lots }) => sum + (side === 'sell' ? lots : 0), 0);
}
