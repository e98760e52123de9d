import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import { averageTicks, lotsValue } from '#protocol/contracts/maths/orders.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import type { RobotEvent, RobotMarket } from '#protocol/robots/maths/strategy.ts';
import type { ContractOrder } from '#server/markets/contracts/order.ts';
import type { ClosingReason, ContractClosing, ContractPosition } from '#server/markets/contracts/position.ts';
import type { RobotOrderRow, RobotTradeRow } from '../tables.ts';
import type { Fill } from '../rules.ts';

/** An order of a robot as the contract has it, all as of one moment. */
export interface ContractOrderNow {
  readonly order: ContractOrder;
  /** What it opened; null for nothing yet. */
  readonly position: ContractPosition | null;
  /** Of that position, oldest first; later ones than it says may be among them. */
  readonly closings: readonly ContractClosing[];
}

/** A trade of a robot on a contract. */
export type ContractFill = Fill & Pick<RobotTradeRow, 'closing'>;

/** What an order and its position show beyond what was accounted for. Money in quote units. */
export interface ContractProgress {
  /** The order as it is accounted for now. */
  readonly own: RobotOrderRow;
  /** Whether neither it nor its position is left. */
  readonly isOver: boolean;
  readonly fills: readonly ContractFill[];
  /** As its strategy hears them: openings first. */
  readonly events: readonly RobotEvent[];
  /** Made by closings less what liquidations took, before fees; and all fees. The wallet grows by their difference. */
  readonly realized: Units;
  readonly fees: Units;
  /** Positions that took their profit to the end; and that were liquidated for the first time: 0 or 1. */
  readonly pairs: number;
  readonly liquidated: number;
  /** Whether lots of it were closed for the liquidation of another user. */
  readonly isDeleveraged: boolean;
}

const reasons: Readonly<Record<ClosingReason, NonNullable<RobotTradeRow['closing']>>> = {
  'take-profit': 'take-profit',
  forced: 'liquidated',
  deleveraged: 'deleveraged',
  manual: 'asked',
  'stop-loss': 'asked',
};

/**
 * Accounts for an order on a contract and for the position it opened. Both say everything that ever happened to them, so what
 * is new is the difference to what was accounted for, however often and after whatever it is asked.
 */
export function contractProgress(market: RobotMarket, before: RobotOrderRow, now: ContractOrderNow): ContractProgress {
  const { order, position } = now;
  const openedLots = position?.openedLots ?? 0;
  const closedLots = openedLots - (position?.lots ?? 0);
  const own: RobotOrderRow = {
    ...before,
    order: order.id,
    rests: order.status === 'open',
    filled: BigInt(openedLots) * market.lotUnits,
    filledTotal: position?.openedCost ?? 0n,
    fee: position?.openFee ?? 0n,
    laterFee: (position?.closeFee ?? 0n) + (position?.overnightFee ?? 0n),
    closed: BigInt(closedLots) * market.lotUnits,
    realized: (position?.realised ?? 0n) - (position?.insurance ?? 0n),
  };
  const { earlier, newest } = splitClosings(market, before, now.closings, closedLots);
  const isOpen = (position?.lots ?? 0) > 0;
  const isLiquidation = ({ reason }: ContractClosing) => reason === 'forced';
  const isFirstLiquidated = newest.some(isLiquidation) && !earlier.some(isLiquidation);
  return {
    own,
    isOver: !own.rests && !isOpen,
    fills: [...openings(market, before, own), ...newest.map((closing) => closingFill(market, before, closing))],
    events: [...openingEvents(market, before, own), ...closingEvents(market, before, newest)],
    realized: own.realized - before.realized,
    fees: own.fee + own.laterFee - before.fee - before.laterFee,
    pairs: !isOpen && newest.some(({ reason }) => reason === 'take-profit') ? 1 : 0,
    liquidated: isFirstLiquidated ? 1 : 0,
    isDeleveraged: newest.some(({ reason }) => reason === 'deleveraged'),
  };
}

/** Closings that were accounted for, and those since, up to what the position says is closed. */
function splitClosings(
  { lotUnits }: RobotMarket,
  { closed }: RobotOrderRow,
  closings: readonly ContractClosing[],
  closedLots: Lots,
): { readonly earlier: readonly ContractClosing[]; readonly newest: readonly ContractClosing[] } {
  const accounted = Number(closed / lotUnits);
  const earlier: ContractClosing[] = [];
  const newest: ContractClosing[] = [];
  let lots = 0;
  for (const closing of closings) {
    lots += closing.lots;
    if (lots <= accounted) earlier.push(closing);
    else if (lots <= closedLots) newest.push(closing);
  }
  return { earlier, newest };
}

/** Quote units that one coin of base costs, for lots at a value. */
function priceOf({ lotUnits, baseScale }: RobotMarket, value: Units, lots: Lots): Units {
  return lots === 0 ? 0n : (value * 10n ** BigInt(baseScale)) / (BigInt(lots) * lotUnits);
}

function openings(market: RobotMarket, before: RobotOrderRow, own: RobotOrderRow): ContractFill[] {
  const amount = own.filled - before.filled;
  if (amount === 0n) return [];
  const total = own.filledTotal - before.filledTotal;
  const price = priceOf(market, total, Number(amount / market.lotUnits));
  const fee = own.fee - before.fee;
  return [{ side: own.side, price, amount, total, fee, boughtAt: null, net: null, closing: null }];
}

function closingFill(market: RobotMarket, { side }: RobotOrderRow, closing: ContractClosing): ContractFill {
  const { lots, priceTicks, cost, fee, reason } = closing;
  const total = lotsValue(market, priceTicks, lots);
  return {
    side: side === 'buy' ? 'sell' : 'buy',
    price: priceOf(market, total, lots),
    amount: BigInt(lots) * market.lotUnits,
    total,
    fee,
    boughtAt: priceOf(market, cost, lots),
    net: netResult({ ...closing, closeFee: fee }),
    closing: reasons[reason],
  };
}

function openingEvents(market: RobotMarket, before: RobotOrderRow, own: RobotOrderRow): RobotEvent[] {
  const lots = Number((own.filled - before.filled) / market.lotUnits);
  const done = !own.rests && before.rests;
  if (lots === 0 && !done) return [];
  const ticks: Ticks = lots === 0 ? (own.ticks ?? 0) : averageTicks(market, own.filledTotal - before.filledTotal, lots);
  return [{ kind: 'fill', ref: own.ref, side: own.side, ticks, lots, received: 0n, given: 0n, done }];
}

function closingEvents(
  market: RobotMarket,
  { ref }: RobotOrderRow,
  closings: readonly ContractClosing[],
): RobotEvent[] {
  const lots = closings.reduce((sum, closing) => sum + closing.lots, 0);
  if (lots === 0) return [];
  const value = closings.reduce((sum, one) => sum + lotsValue(market, one.priceTicks, one.lots), 0n);
  return [{ kind: 'closed', ref, ticks: averageTicks(market, value, lots), lots }];
}
