import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { initialMargin, openingNeeds, tierOf } from '#protocol/contracts/maths/margin.ts';
import { contractPriceFactor, isWithinFactor, lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { gridLines, gridTicks } from '../grid-lines.ts';
import { movedTicks, slipPpm } from '../sizing.ts';
import type { ContractMarket, ParameterProblem, RobotMarket } from '../strategy.ts';

/** Parameters of a grid on a contract. */
export type ContractGrid = ParametersOf<'contract-grid'>;

/**
 * What a closing at the market may lose against the mark price that led to it, in millionths: a pair of lines must make a
 * profit after it and the fees of both sides.
 */
const closingSlipPpm = 200n;

/**
 * Which side the position between two lines is, for each two of them from the lowest: one side throughout, or, when neutral,
 * longs below the price and shorts above it, and none (null) between the two lines around it.
 */
export function sidesOf(
  direction: ContractGrid['direction'],
  lines: readonly Ticks[],
  ticks: Ticks,
): (PositionSide | null)[] {
  return lines.slice(1).map((high, nth) => {
    if (direction !== 'neutral') return direction;
    if (high <= ticks) return 'long';
    return (lines[nth] ?? 0) >= ticks ? 'short' : null;
  });
}

/** Where the position between two lines is opened and where it takes its profit: a long below and above, a short the other way. */
export function endsOf(lines: readonly Ticks[], cell: number, side: PositionSide): { entry: Ticks; exit: Ticks } {
  const [low, high] = [lines[cell] ?? 0, lines[cell + 1] ?? 0];
  return side === 'long' ? { entry: low, exit: high } : { entry: high, exit: low };
}

/** Whether the price has passed an entry, so that it is traded at the market: a limit beyond the market is refused. */
export function isPassed(side: PositionSide, entry: Ticks, ticks: Ticks): boolean {
  return side === 'long' ? entry >= ticks : entry <= ticks;
}

/** The price an opening is paid for at the most: its line, or for one at the market that of now with its slip. */
export function costTicks(side: PositionSide, entry: Ticks, ticks: Ticks): Ticks {
  return isPassed(side, entry, ticks) ? Math.max(entry, movedTicks(ticks, slipPpm)) : entry;
}

/** The terms of the contract of a market. @throws Error for a spot pair: whoever runs a grid on a contract looks for one first */
export function contractOf({ contract }: RobotMarket): ContractMarket {
  if (contract === undefined) throw new Error('a grid on a contract needs one');
  return contract;
}

/** What openings at these prices need together, with so many lots each. */
function needsOf(contract: ContractMarket, prices: readonly Ticks[], lots: Lots, leverage: number): Units {
  return prices.reduce((sum, ticks) => sum + openingNeeds(contract, lotsValue(contract, ticks, lots), leverage), 0n);
}

/** Lots whose initial margin and opening fee an amount pays at a price: `amount / (price × (1 / leverage + fee))`, truncated. */
export function affordableLots(contract: ContractMarket, ticks: Ticks, leverage: number, amount: Units): Lots {
  return amount <= 0n ? 0 : lotsFor(contract, [ticks], leverage, amount);
}

/** Lots at each of these prices that an amount pays together. */
function lotsFor(contract: ContractMarket, prices: readonly Ticks[], leverage: number, amount: Units): Lots {
  const by = BigInt(leverage);
  const sum = prices.reduce((all, price) => all + BigInt(price), 0n);
  const perLot = contract.unitsPerTickLot * sum * (million + by * contract.openFeePpm);
  if (perLot === 0n) return 0;
  let lots = Number((amount * by * million) / perLot);
  // Each margin is rounded up by less than a unit.
  while (lots > 0 && needsOf(contract, prices, lots, leverage) > amount) lots -= 1;
  return lots;
}

/**
 * Lots of each position: initial margin and opening fee of all of them come to at most the value,
 * `value / (sum of prices × (1 / leverage + fee))`.
 */
export function cellLots(
  market: RobotMarket,
  {
    lines,
    sides,
    leverage,
  }: { readonly lines: readonly Ticks[]; readonly leverage: number } & {
    readonly sides: readonly (PositionSide | null)[];
  },
  { value, ticks }: { readonly value: Units; readonly ticks: Ticks },
): Lots {
  const contract = contractOf(market);
  const prices = sides.flatMap((side, cell) =>
    side === null ? [] : [costTicks(side, endsOf(lines, cell, side).entry, ticks)],
  );
  return lotsFor(contract, prices, leverage, value);
}

/** Why a grid on a contract cannot run: its lines, its leverage, or too little money; null when it can. */
export function contractGridProblem(
  parameters: ContractGrid,
  market: RobotMarket,
  value: Units,
  ticks: Ticks,
): ParameterProblem | null {
  const contract = contractOf(market);
  const problem = lowerUpperProblem(parameters, market, ticks);
  if (problem !== null) return problem;
  const { leverage } = parameters;
  const lines = gridLines(parameters, market);
  if (!makeProfit(contract, lines)) return { field: 'lines', problem: 'too-many' };
  if (!contract.leverages.includes(leverage)) return { field: 'leverage', problem: 'too-high' };
  const sides = sidesOf(parameters.direction, lines, ticks);
  const lots = cellLots(market, { lines, sides, leverage }, { value, ticks });
  if (lots > market.maxLots) return { field: 'amount', problem: 'too-high' };
  if (lots < market.minLots) return { field: 'amount', problem: 'too-little-money' };
  const isBeyond = isLiquidatedBeyond(contract, { lines, sides, lots, leverage });
  return isBeyond ? null : { field: 'leverage', problem: 'too-high' };
}

function lowerUpperProblem({ lower, upper }: ContractGrid, market: RobotMarket, ticks: Ticks): ParameterProblem | null {
  const [low, high] = [gridTicks(lower, market), gridTicks(upper, market)];
  if (low === null || low === 0) return { field: 'lower', problem: 'too-low' };
  if (high === null) return { field: 'upper', problem: 'too-low' };
  if (low >= high) return { field: 'upper', problem: 'wrong-order' };
  if (low >= ticks) return { field: 'lower', problem: 'too-high' };
  if (high <= ticks) return { field: 'upper', problem: 'too-low' };
  const isReached = (price: Ticks) => isWithinFactor(BigInt(price), BigInt(ticks), contractPriceFactor);
  if (!isReached(low)) return { field: 'lower', problem: 'too-low' };
  return isReached(high) ? null : { field: 'upper', problem: 'too-high' };
}

/**
 * Whether each two lines next to each other make a profit: `high - low` is more than the opening fee, the closing fee and the
 * slip of the closing, all on the higher one.
 */
function makeProfit({ openFeePpm, closeFeePpm }: ContractMarket, lines: readonly Ticks[]): boolean {
  return lines.slice(1).every((high, nth) => {
    const made = BigInt(high - (lines[nth] ?? 0)) * million;
    return made > BigInt(high) * (openFeePpm + closeFeePpm + closingSlipPpm);
  });
}

/**
 * Whether no position of a grid, when it is opened at its line, is liquidated at a price within the grid, even while all of
 * its side are open: they raise the maintenance margin together. The leverage is bounded by it.
 */
function isLiquidatedBeyond(
  contract: ContractMarket,
  {
    lines,
    sides,
    lots,
    leverage,
  }: {
    readonly lines: readonly Ticks[];
    readonly sides: readonly (PositionSide | null)[];
    readonly lots: Lots;
    readonly leverage: number;
  },
): boolean {
  const stakes = sides.flatMap((side, cell) => {
    if (side === null) return [];
    const cost = lotsValue(contract, endsOf(lines, cell, side).entry, lots);
    return [{ side, lots, cost, margin: initialMargin(cost, leverage) }];
  });
  const sideCost = (side: PositionSide) => stakes.reduce((sum, one) => (one.side === side ? sum + one.cost : sum), 0n);
  const costs = { long: sideCost('long'), short: sideCost('short') };
  if (Object.values(costs).some((cost) => tierOf(contract, cost).leverageMost < leverage)) return false;
  const [lowest, highest] = [lines[0] ?? 0, lines.at(-1) ?? 0];
  return stakes.every((stake) => {
    const end = liquidationTicks(contract, stake, costs[stake.side]);
    return end === null || (stake.side === 'long' ? end < lowest : end > highest);
  });
}

/** What the pair of lines with the least profit makes after the fees of both sides, in millionths of what it costs, truncated. */
export function leastCellProfitPpm(contract: ContractMarket, lines: readonly Ticks[]): number {
  const profits = lines.slice(1).map((high, nth) => {
    const low = BigInt(lines[nth] ?? 1);
    const made = BigInt(high) - low - feeOn(low, contract.openFeePpm) - feeOn(BigInt(high), contract.closeFeePpm);
    return Number((made * million) / low);
  });
  return Math.min(...profits);
}
