import type { Lots, Ticks } from '#protocol/core/brand.ts';
import { openingNeeds } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { gridLines } from '../grid-lines.ts';
import { never } from '../sizing.ts';
import type { RobotContext, RobotEvent, RobotOrder, RobotStep, Strategy } from '../strategy.ts';
import {
  affordableLots,
  cellLots,
  type ContractGrid,
  contractGridProblem,
  contractOf,
  costTicks,
  endsOf,
  isPassed,
  sidesOf,
} from './cells.ts';

type Fill = Extract<RobotEvent, { kind: 'fill' }>;
type Closed = Extract<RobotEvent, { kind: 'closed' }>;

/** What is between two lines: an order, the position that it opened, or what is left of both. */
interface Cell {
  readonly ref: number;
  /** Lots of its order that are not filled yet; 0 once it does not rest. */
  readonly resting: Lots;
  /** The price its order is paid for at the most. */
  readonly costTicks: Ticks;
  /** Lots of its position. */
  readonly open: Lots;
}

/** What a grid on a contract remembers. */
export interface ContractGridState {
  /** The lines in ticks, rising. */
  readonly lines: readonly Ticks[];
  /** Between each two lines, from the lowest; null where no position belongs. */
  readonly sides: readonly (PositionSide | null)[];
  readonly cells: readonly (Cell | null)[];
  /** Lots of each position. */
  readonly lots: Lots;
  readonly nextRef: number;
  /** The price it heard last. */
  readonly near: Ticks;
}

/**
 * A grid on a contract (as the futures grids of Binance, OKX and Pionex). Between each two lines there is one order or one
 * isolated position: a long is opened on the lower line and takes its profit on the upper one, a short the other way; then
 * its order is placed again. So each round makes `lots × (upper - lower)` less the fees of both sides.
 *
 * What the price has passed is opened at the market, as long as the price is within the grid. Outside of it nothing is opened;
 * what is open stays, and may be liquidated beyond. Leverage is bounded so that no position, when it is opened at its line, is
 * liquidated within the grid (see `contractGridProblem`).
 *
 * What could not be placed, or was taken out of the book, is placed again when the price crosses a line or a position closes:
 * never at once, as the exchange may refuse it for good. Orders are made of what is free.
 */
export const contractGrid: Strategy<ContractGrid, ContractGridState> = {
  name: 'contract-grid',
  candleChoices: [],
  candleMinutes: () => null,
  check: contractGridProblem,
  start(parameters, context, ticks) {
    const { market, holdings } = context;
    const lines = gridLines(parameters, market);
    const sides = sidesOf(parameters.direction, lines, ticks);
    const { leverage } = parameters;
    const lots = cellLots(market, { lines, sides, leverage }, { value: holdings.quote, ticks });
    const state = { lines, sides, cells: sides.map(() => null), nextRef: 1, near: ticks };
    return place(parameters, { ...state, lots: Math.min(lots, market.maxLots) }, context);
  },
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'fill':
        return watching(filled(state, event));
      case 'closed': {
        const after = closed(state, event);
        return isEmptied(state, after) ? place(parameters, { ...after, near: event.ticks }, context) : watching(after);
      }
      case 'watch':
        return place(parameters, { ...state, near: event.ticks }, context);
      case 'resume':
        return place(parameters, { ...bare(state), near: event.ticks }, context);
      case 'candle':
        return watching(state);
    }
  },
};

/** Waits for the price to cross a line while something could be placed. */
function watching(state: ContractGridState, orders: readonly RobotOrder[] = []): RobotStep<ContractGridState> {
  const { lines, sides, cells, near } = state;
  const isWaiting = sides.some((side, cell) => side !== null && (cells[cell] ?? null) === null);
  const below = lines.findLast((line) => line < near) ?? null;
  const above = lines.find((line) => line > near) ?? null;
  return { state, cancels: [], orders, watch: isWaiting ? { below, above } : never };
}

/** Orders where nothing is, as far as there is free money: those nearest to the price first. */
function place(
  { leverage }: ContractGrid,
  state: ContractGridState,
  { market, holdings }: RobotContext,
): RobotStep<ContractGridState> {
  const { lines, sides, lots, near } = state;
  const contract = contractOf(market);
  const needs = (ticks: Ticks, of: Lots) => openingNeeds(contract, lotsValue(contract, ticks, of), leverage);
  const isWithin = near >= (lines[0] ?? 0) && near <= (lines.at(-1) ?? 0);
  let free = state.cells.reduce(
    (left, cell) => (cell === null || cell.resting === 0 ? left : left - needs(cell.costTicks, cell.resting)),
    holdings.quote,
  );
  let ref = state.nextRef;
  const cells = [...state.cells];
  const orders: RobotOrder[] = [];
  for (const cell of nearestFirst(state)) {
    const side = sides[cell] ?? null;
    if (side === null || (cells[cell] ?? null) !== null) continue;
    const { entry, exit } = endsOf(lines, cell, side);
    const isAtMarket = isPassed(side, entry, near);
    const cost = costTicks(side, entry, near);
    const own = Math.min(lots, affordableLots(contract, cost, leverage, free));
    if ((isAtMarket && !isWithin) || own < market.minLots) continue;
    free -= needs(cost, own);
    cells[cell] = { ref, resting: own, costTicks: cost, open: 0 };
    const ticks = isAtMarket ? null : entry;
    const opens = { leverage, closesAt: exit };
    orders.push({ ref, side: side === 'long' ? 'buy' : 'sell', ticks, lots: own, opens });
    ref += 1;
  }
  return watching({ ...state, cells, nextRef: ref }, orders);
}

/** The cells, those nearest to the price first, and of two as near the lower one. */
function nearestFirst({ lines, near, cells }: ContractGridState): number[] {
  const away = (cell: number) => Math.abs((lines[cell] ?? 0) + (lines[cell + 1] ?? 0) - 2 * near);
  return cells.map((_, cell) => cell).toSorted((a, b) => away(a) - away(b) || a - b);
}

/** An order was filled, in part or to its end, or ended. */
function filled(state: ContractGridState, { ref, lots, done }: Fill): ContractGridState {
  return changed(state, ref, (cell) => {
    const resting = done ? 0 : Math.max(0, cell.resting - lots);
    return { ...cell, resting, open: cell.open + lots };
  });
}

/** Lots of a position were closed. */
function closed(state: ContractGridState, { ref, lots }: Closed): ContractGridState {
  return changed(state, ref, (cell) => ({ ...cell, open: Math.max(0, cell.open - lots) }));
}

/** None of its orders is in the book any more: what is open stays. */
function bare(state: ContractGridState): ContractGridState {
  return { ...state, cells: state.cells.map((cell) => withoutNothing(cell === null ? null : { ...cell, resting: 0 })) };
}

function changed(state: ContractGridState, ref: number, change: (cell: Cell) => Cell): ContractGridState {
  const cells = state.cells.map((cell) => (cell?.ref === ref ? withoutNothing(change(cell)) : cell));
  return { ...state, cells };
}

function withoutNothing(cell: Cell | null): Cell | null {
  return cell === null || cell.resting + cell.open === 0 ? null : cell;
}

function isEmptied(before: ContractGridState, after: ContractGridState): boolean {
  return after.cells.some((cell, nth) => cell === null && (before.cells[nth] ?? null) !== null);
}
