import type { Lots, Ms, Ticks, Units } from '#protocol/core/brand.ts';
import type { ContractClosing, ContractPosition } from './position.ts';
import { settlingAsset, type ListedContract } from './listed-contracts.ts';
import { ppmPlaces } from '#protocol/core/fees.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { tierOf } from '#protocol/contracts/maths/margin.ts';
import type * as wire from '#protocol/contracts/entities.ts';
import { fromUnits, type Decimal } from '#protocol/core/decimal.ts';
import { priceOfTicks, priceScale } from '#protocol/core/ticks.ts';
import { averageTicks } from '#protocol/contracts/maths/orders.ts';
import type { BookLevel } from '../engine/book.ts';
import { sessionAt } from '../engine/trading-sessions.ts';
import { assetScale } from '#server/core/assets.ts';
import type { SideCosts } from './liquidations/exposure.ts';
import type { ViewedContract } from './viewed-contract.ts';

const money = (units: Units): Decimal => fromUnits(units, assetScale(settlingAsset));
const share = (ppm: bigint): Decimal => fromUnits(ppm, ppmPlaces);

/** Average price of lots that cost an amount, truncated to a tick. */
function averagePrice(listed: ListedContract, cost: Units, lots: Lots): Decimal {
  return lots === 0 ? '0' : priceOfTicks(listed, averageTicks(listed.terms, cost, lots));
}

export function wireContract(listed: ListedContract): wire.ListedContract {
  const { terms, book } = listed;
  return {
    id: listed.id,
    name: listed.name,
    pair: listed.pair,
    base: book.base,
    wallet: listed.wallet,
    tickSize: fromUnits(listed.tickUnits, priceScale),
    priceDecimals: listed.priceDecimals,
    lotSize: listed.lotSize,
    minLots: terms.minLots,
    maxLots: terms.maxLots,
    leverages: [...terms.leverages],
    tiers: terms.tiers.map(({ costMost, maintenancePpm, leverageMost }) => ({
      costMost: costMost === null ? null : money(costMost),
      maintenanceRate: share(maintenancePpm),
      leverageMost,
    })),
    openFeeRate: share(terms.openFeePpm),
    closeFeeRate: share(terms.closeFeePpm),
    overnightFeeRate: share(terms.overnightFeePpm),
    premiumBound: share(terms.premiumBoundPpm),
    hours: listed.hours?.map(({ from, to }): [number, number] => [from, to]) ?? null,
  };
}

export function wireView(market: ViewedContract, at: Ms): wire.ContractView {
  const { listed, halted } = market;
  const session = sessionAt(listed.hours, at);
  const mark = session.open ? market.mark : market.rested;
  const book = market.visibleBook();
  const price = (ticks: Ticks | null) => (ticks === null ? null : priceOfTicks(listed, ticks));
  const wire = (levels: readonly BookLevel[]) =>
    levels.map(({ priceTicks, lots }): [Decimal, number] => [priceOfTicks(listed, priceTicks), lots]);
  return {
    contract: listed.id,
    state: halted !== null || !session.open ? 'closed' : mark === null ? 'reduce-only' : 'open',
    mark: price(mark?.ticks ?? null),
    index: price(mark?.indexTicks ?? null),
    last: price(book.lastTicks),
    bids: wire(book.bids),
    asks: wire(book.asks),
    openLots: book.openLots,
    session: session.changesAt === null ? null : { open: session.open, changesAt: session.changesAt },
    at,
  };
}

/** @param sideCosts cost of the owner's open positions in the contract: sets the tier of the liquidation price */
export function wirePosition(
  listed: ListedContract,
  position: ContractPosition,
  sideCosts: SideCosts,
): wire.ContractPosition {
  const { terms } = listed;
  const price = (ticks: Ticks | null) => (ticks === null ? null : priceOfTicks(listed, ticks));
  const isOpen = position.lots > 0;
  return {
    id: String(position.id),
    contract: position.contract,
    side: position.side,
    leverage: position.leverage,
    lots: position.lots,
    openedLots: position.openedLots,
    cost: money(position.cost),
    openPrice: averagePrice(listed, position.openedCost, position.openedLots),
    margin: money(position.margin),
    maintenanceRate: share(tierOf(terms, sideCosts[position.side]).maintenancePpm),
    takeProfit: price(position.takeProfitTicks),
    stopLoss: price(position.stopLossTicks),
    liquidationPrice: isOpen ? price(liquidationTicks(terms, position, sideCosts[position.side])) : null,
    openFee: money(position.openFee),
    closeFee: money(position.closeFee),
    overnightFee: money(position.overnightFee),
    openFeeClosed: money(position.openFeeClosed),
    overnightFeeClosed: money(position.overnightFeeClosed),
    insurance: money(position.insurance),
    realised: money(position.realised),
    openedAt: position.openedAt,
    updatedAt: position.updatedAt,
  };
}

export function wireClosing(listed: ListedContract, closing: ContractClosing): wire.ContractClosing {
  return {
    id: String(closing.id),
    position: String(closing.position),
    contract: closing.contract,
    side: closing.side,
    lots: closing.lots,
    openPrice: averagePrice(listed, closing.cost, closing.lots),
    closePrice: priceOfTicks(listed, closing.priceTicks),
    profit: money(closing.profit),
    fee: money(closing.fee),
    openFee: money(closing.openFee),
    overnightFee: money(closing.overnightFee),
    insurance: money(closing.insurance),
    net: money(netResult({ ...closing, closeFee: closing.fee })),
    reason: closing.reason,
    at: closing.at,
  };
}
