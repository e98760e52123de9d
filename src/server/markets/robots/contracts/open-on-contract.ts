import type { Ticks, Units } from '#protocol/core/brand.ts';
import type { RobotContract, RobotOpenOrder, RobotPosition } from '#protocol/robots/entities/robots.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { averageTicks } from '#protocol/contracts/maths/orders.ts';
import { type PositionSide, profitAt } from '#protocol/contracts/maths/positions.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { type SideCosts, sideCostsOf } from '#server/markets/contracts/liquidations/exposure.ts';
import type { ViewedContract } from '#server/markets/contracts/viewed-contract.ts';
import type { ContractOrder } from '#server/markets/contracts/order.ts';
import type { ContractPosition } from '#server/markets/contracts/position.ts';
import type { RobotsDeps } from '../deps.ts';
import type { RobotRow } from '../tables.ts';
import { contractOf, contractTerms, isOnContract } from './robot-contract.ts';

/** What a robot has on its contract, as of the contract’s last commit. */
export interface OpenOnContract {
  readonly contract: ViewedContract;
  readonly orders: readonly ContractOrder[];
  readonly positions: readonly ContractPosition[];
  /** Of all its positions, at the mark price; without one they count as if they made nothing. */
  readonly profit: Units;
}

/** What a robot has on its contract; null for robots that trade pairs. */
export function openOnContract(
  deps: Pick<RobotsDeps, 'contracts'>,
  row: Pick<RobotRow, 'id' | 'pair' | 'strategy'>,
): OpenOnContract | null {
  if (!isOnContract(row)) return null;
  const contract = contractOf(deps, row);
  const owner = robotOwner(row.id);
  const positions = contract.positions.visible(owner);
  const { mark } = contract;
  const profit =
    mark === null ? 0n : positions.reduce((sum, one) => sum + profitAt(contract.listed.terms, one, mark.ticks), 0n);
  return { contract, orders: contract.orders.visible(owner), positions, profit };
}

/** What is shown of a robot’s contract. */
export function toRobotContract(
  { contract, positions }: OpenOnContract,
  { liquidated }: Pick<RobotRow, 'liquidated'>,
): RobotContract {
  const { listed, mark } = contract;
  const market = contractTerms(contract);
  const costs = sideCostsOf(positions);
  const margin = positions.reduce((sum, one) => sum + one.margin, 0n);
  return {
    contract: listed.id,
    mark: mark === null ? null : priceOfTicks(listed, mark.ticks),
    margin: fromUnits(margin, market.quoteScale),
    long: sideOf(contract, positions, costs, 'long'),
    short: sideOf(contract, positions, costs, 'short'),
    liquidated,
  };
}

function sideOf(
  contract: ViewedContract,
  positions: readonly ContractPosition[],
  costs: SideCosts,
  side: PositionSide,
): RobotContract['long'] {
  const own = positions.filter((one) => one.side === side);
  if (own.length === 0) return null;
  const { listed } = contract;
  const { lotUnits, baseScale } = contractTerms(contract);
  const lots = own.reduce((sum, one) => sum + one.lots, 0);
  const ends = own.flatMap((one) => liquidationTicks(listed.terms, one, costs[side]) ?? []);
  const first = ends.length === 0 ? null : side === 'long' ? Math.max(...ends) : Math.min(...ends);
  return {
    amount: fromUnits(BigInt(lots) * lotUnits, baseScale),
    price: priceOfTicks(listed, averageTicks(listed.terms, costs[side], lots)),
    liquidation: first === null ? null : priceOfTicks(listed, first),
  };
}

/** Its orders in the book, oldest first. */
export function toOpenOrders({ contract, orders }: OpenOnContract, { pair }: Pick<RobotRow, 'pair'>): RobotOpenOrder[] {
  const { lotUnits, baseScale } = contractTerms(contract);
  const price = (ticks: Ticks) => priceOfTicks(contract.listed, ticks);
  const amount = (lots: number) => fromUnits(BigInt(lots) * lotUnits, baseScale);
  return orders.map((order) => ({
    id: String(order.id),
    pair,
    side: order.side === 'long' ? 'buy' : 'sell',
    price: price(order.priceTicks ?? 0),
    amount: amount(order.lots),
    filled: amount(order.filledLots),
    closesAt: price(order.takeProfitTicks),
    at: order.createdAt,
  }));
}

/** Its open positions, oldest first. */
export function toPositions({ contract, positions }: OpenOnContract): RobotPosition[] {
  const { listed } = contract;
  const { lotUnits, baseScale, quoteScale } = contractTerms(contract);
  const costs = sideCostsOf(positions);
  return positions.map((one) => {
    const end = liquidationTicks(listed.terms, one, costs[one.side]);
    return {
      id: String(one.id),
      side: one.side,
      price: priceOfTicks(listed, averageTicks(listed.terms, one.cost, one.lots)),
      amount: fromUnits(BigInt(one.lots) * lotUnits, baseScale),
      margin: fromUnits(one.margin, quoteScale),
      closesAt: priceOfTicks(listed, one.takeProfitTicks ?? 0),
      liquidation: end === null ? null : priceOfTicks(listed, end),
      at: one.openedAt,
    };
  });
}
