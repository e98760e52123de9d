import type { Lots, Ticks } from '#protocol/core/brand.ts';
import type { ParametersOf } from '../entities/parameters.ts';
import { isWithinFactor, spotPriceFactor } from '#protocol/contracts/maths/orders.ts';
import {
  gridLines,
  gridLots,
  gridTicks,
  lotsAfterFee,
  lotsBeforeFee,
  nearestLine,
  pairsMakeProfit,
} from './grid-lines.ts';
import { baseValue, isOrder, never } from './sizing.ts';
import type {
  ParameterProblem,
  RobotContext,
  RobotEvent,
  RobotMarket,
  RobotOrder,
  RobotStep,
  Strategy,
} from './strategy.ts';

type Grid = ParametersOf<'grid'>;
type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/** The order of a line. */
interface LineOrder {
  readonly ref: number;
  readonly side: 'buy' | 'sell';
  readonly lots: Lots;
  /** Lots that are not filled yet. */
  readonly left: Lots;
  /** Whether it is on its way out of the book. */
  readonly leaving: boolean;
}

/** What a grid remembers. */
export interface GridState {
  /** The lines in ticks, rising. */
  readonly lines: readonly Ticks[];
  /** Lots of each order. */
  readonly lots: Lots;
  readonly nextRef: number;
  /** By line; null for one without an order. */
  readonly orders: readonly (LineOrder | null)[];
  /** The line that stays without an order: purchases belong below it, sales above. */
  readonly gap: number;
  /** The trade at its beginning, which brings the coins to sell: what is left of its order, and of later ones. */
  readonly opening: {
    readonly ref: number;
    readonly side: 'buy' | 'sell';
    readonly left: Lots;
    readonly more: Lots;
  } | null;
}

/** Above this a value in ticks times lots is no exact number once the robot has made some profit. */
const exactMax = 2 ** 47;

function still(state: GridState): RobotStep<GridState> {
  return { state, cancels: [], orders: [], watch: never };
}

/**
 * A spot grid (as Pionex, Binance and OKX run them). Each line has at most one order, and one line has none: purchases stand
 * below this gap, sales above. What is bought on a line is sold on the next one above, and what is sold is bought back on the
 * next one below, so that each pair of fills makes `sold - bought` less the fees of both.
 *
 * It begins with a purchase at the market of the coins that the sales above the price need. The gap moves up by a line with
 * each sale and down with each purchase, whatever the order in which it hears of them: so it always follows from what is
 * held. After a pause it goes on with the same gap: a line that the price has passed meanwhile trades at once, at the better
 * price of now.
 *
 * Orders are made of what is free: money and coins that no other line’s order needs. Fees are taken from what is received,
 * so a sale may be a lot smaller than the purchase before it; the rest of the lot stays, and comes back to a later sale.
 */
export const grid: Strategy<Grid, GridState> = {
  name: 'grid',
  candleChoices: [],
  candleMinutes: () => null,
  check(parameters, market, amount, ticks) {
    return checkLines(parameters, market, ticks) ?? checkLots(gridLines(parameters, market), market, amount, ticks);
  },
  start(parameters, context, ticks) {
    const { market, holdings } = context;
    const lines = gridLines(parameters, market);
    const value = holdings.quote + baseValue(market, holdings.base, ticks);
    const lots = Math.min(gridLots(market, lines, { value, ticks }), market.maxLots);
    const gap = nearestLine(lines, ticks);
    return open({ lines, lots, nextRef: 1, orders: lines.map(() => null), gap, opening: null }, context, ticks);
  },
  on(_parameters, state, event, context) {
    if (event.kind === 'resume') return resumed(state, context, event.ticks);
    if (event.kind !== 'fill') return still(state);
    if (event.ref === state.opening?.ref) return opened(state, event, context);
    return filled(state, event, context);
  },
};

function checkLines(parameters: Grid, market: RobotMarket, ticks: Ticks): ParameterProblem | null {
  const low = gridTicks(parameters.lower, market);
  const high = gridTicks(parameters.upper, market);
  if (low === null || low === 0) return { field: 'lower', problem: 'too-low' };
  if (high === null) return { field: 'upper', problem: 'too-low' };
  if (low >= high) return { field: 'upper', problem: 'wrong-order' };
  const isReached = (price: Ticks) => isWithinFactor(BigInt(price), BigInt(ticks), spotPriceFactor);
  if (!isReached(low)) return { field: 'lower', problem: low < ticks ? 'too-low' : 'too-high' };
  if (!isReached(high)) return { field: 'upper', problem: high < ticks ? 'too-low' : 'too-high' };
  return pairsMakeProfit(market, gridLines(parameters, market)) ? null : { field: 'lines', problem: 'too-many' };
}

function checkLots(lines: readonly Ticks[], market: RobotMarket, value: bigint, ticks: Ticks): ParameterProblem | null {
  const lots = gridLots(market, lines, { value, ticks });
  if (lots > market.maxLots || value / market.unitsPerTickLot > BigInt(exactMax))
    return { field: 'amount', problem: 'too-high' };
  // What is left of a purchase after its fee must still be an order.
  const fits = isOrder(market, lines[0] ?? 0, lotsAfterFee(market, lots));
  return fits ? null : { field: 'amount', problem: 'too-little-money' };
}

/** Trades at the market until there are coins for the sales above the price, and no more; then sets the lines. */
function open(state: GridState, context: RobotContext, ticks: Ticks): RobotStep<GridState> {
  const { market, holdings } = context;
  const wanted = (state.lines.length - 1 - state.gap) * state.lots;
  const held = Number(holdings.base / market.lotUnits);
  const side = held < wanted ? 'buy' : 'sell';
  const lots = side === 'buy' ? lotsBeforeFee(market, wanted - held) : held - wanted;
  return openWith(state, context, { side, lots, ticks });
}

function openWith(
  state: GridState,
  context: RobotContext,
  { side, lots, ticks }: { readonly side: 'buy' | 'sell'; readonly lots: Lots; readonly ticks: Ticks },
): RobotStep<GridState> {
  const now = Math.min(lots, context.market.maxLots);
  if (!isOrder(context.market, ticks, now)) return setLines({ ...state, opening: null }, context);
  const ref = state.nextRef;
  const opening = { ref, side, left: now, more: lots - now };
  return { ...still({ ...state, nextRef: ref + 1, opening }), orders: [{ ref, side, ticks: null, lots: now }] };
}

/** The trade at its beginning was filled. A book that had too little is not asked for more. */
function opened(state: GridState, event: Fill, context: RobotContext): RobotStep<GridState> {
  if (state.opening === null) return still(state);
  const { side, more } = state.opening;
  const left = state.opening.left - event.lots;
  if (!event.done) return still({ ...state, opening: { ...state.opening, left } });
  return left > 0
    ? setLines({ ...state, opening: null }, context)
    : openWith(state, context, { side, lots: more, ticks: event.ticks });
}

/**
 * Places an order on every line without one, the gap left out: the ones nearest to the gap first, as far as there is free
 * money, and free coins. Orders on the wrong side of the gap are taken out: they were placed between two fills that came out
 * of their order, or are filled already.
 *
 * @param wanted lots of a line, where they are not those of every line
 */
function setLines(
  state: GridState,
  { market, holdings }: RobotContext,
  wanted: (line: number) => Lots = () => state.lots,
): RobotStep<GridState> {
  const { lines, gap } = state;
  // Money is counted in ticks times lots: exact numbers, of which a fill needs a hundred.
  let money = Number(holdings.quote / market.unitsPerTickLot);
  let coins = Number(holdings.base / market.lotUnits);
  for (const [line, order] of state.orders.entries()) {
    if (order === null) continue;
    if (order.side === 'buy') money -= (lines[line] ?? 0) * order.left;
    else coins -= order.left;
  }
  let ref = state.nextRef;
  const placed = [...state.orders];
  const orders: RobotOrder[] = [];
  const cancels: number[] = [];
  for (const [line, order] of state.orders.entries()) {
    if (order === null || order.leaving || (order.side === 'buy' ? line < gap : line > gap)) continue;
    placed[line] = { ...order, leaving: true };
    cancels.push(order.ref);
  }
  const place = (line: number, side: 'buy' | 'sell', lots: Lots) => {
    const ticks = lines[line] ?? 0;
    if (!isOrder(market, ticks, lots)) return 0;
    placed[line] = { ref, side, lots, left: lots, leaving: false };
    orders.push({ ref, side, ticks, lots });
    ref += 1;
    return lots;
  };
  for (let line = gap + 1; line < lines.length; line += 1) {
    if (placed[line] === null) coins -= place(line, 'sell', Math.min(wanted(line), coins));
  }
  for (let line = gap - 1; line >= 0; line -= 1) {
    const ticks = lines[line] ?? 1;
    if (placed[line] === null) money -= ticks * place(line, 'buy', Math.min(wanted(line), Math.floor(money / ticks)));
  }
  return { state: { ...state, nextRef: ref, orders: placed }, cancels, orders, watch: never };
}

/** An order of a line was filled, in part or to its end. */
function filled(state: GridState, event: Fill, context: RobotContext): RobotStep<GridState> {
  const line = state.orders.findIndex((order) => order?.ref === event.ref);
  const order = state.orders[line] ?? null;
  if (order === null) return still(state);
  const left = order.left - event.lots;
  const orders = [...state.orders];
  orders[line] = event.done ? null : { ...order, left };
  const after = { ...state, orders };
  if (!event.done) return still(after);
  // What the book refused is placed again with the next fill, not at once: it may be refused for good. What was taken out
  // holds money or coins of another line no more, which may be all that would ever be filled.
  if (left === order.lots) return order.leaving ? setLines(after, context) : still(after);
  if (left * 2 > order.lots) return setLines(after, context, (at) => (at === line ? left : state.lots));
  const gap = state.gap + (order.side === 'buy' ? -1 : 1);
  return setLines({ ...after, gap: Math.min(Math.max(gap, 0), state.lines.length - 1) }, context);
}

/** None of its orders is in the book any more: each line gets what was left of its order. */
function resumed(state: GridState, context: RobotContext, ticks: Ticks): RobotStep<GridState> {
  const bare = { ...state, orders: state.lines.map(() => null), opening: null };
  if (state.opening !== null) return open({ ...bare, gap: nearestLine(state.lines, ticks) }, context, ticks);
  return setLines(bare, context, (line) => {
    const before = state.orders[line] ?? null;
    const side = line < state.gap ? 'buy' : 'sell';
    const isOwn = before !== null && before.side === side;
    return isOwn && isOrder(context.market, state.lines[line] ?? 0, before.left) ? before.left : state.lots;
  });
}
