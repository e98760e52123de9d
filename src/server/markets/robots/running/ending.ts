import type { Ms, Units } from '../../../../protocol/brand.ts';
import { toUnits } from '../../../../protocol/maths/decimal.ts';
import { lotsValue } from '../../../../protocol/maths/orders.ts';
import { houseOwners } from '../../../core/ledger/account.ts';
import type { BalanceKey, BalanceRow } from '../../../core/ledger/balance-row.ts';
import type { Transaction } from '../../../core/store/database.ts';
import type { RobotsDeps } from '../deps.ts';
import { returning, robotKey } from '../journals.ts';
import { type PriceOf, worthOf } from '../robot-row.ts';
import { perOneOf, serviceFeeOn, sliceLots, takenFee, valueAt } from '../rules.ts';
import { toTicks } from '../terms.ts';
import { writeDays, writeValue } from '../value-rows.ts';
import type { Work } from './work.ts';

/** Levels of the book that a slice may reach into. */
const levelsReached = 20;
/** Where nothing can be sold, or nothing may move, it is looked again after so long. */
const sellAgainMs = 3_000;

/**
 * Goes on with the end of a robot none of whose orders rests: sells a slice of its coins at the market, or returns all it
 * holds. What is too small to be sold is returned as coins.
 *
 * @returns the balances that changed
 */
export async function endOrSell(
  tx: Transaction,
  deps: RobotsDeps,
  priceOf: PriceOf,
  work: Work,
  now: Ms,
): Promise<readonly BalanceRow[]> {
  const { row } = work;
  const wait = () => {
    work.set({ nextAt: now + sellAgainMs });
    return [];
  };
  if (deps.gate.isStopped('quant', { assets: [row.base, row.quote] })) return wait();
  if (row.keep === true || isTooSmall(deps, work)) return finish(tx, deps, priceOf, work, now);
  if (!deps.spot.isOpen(row.pair) || work.soldNothing) return wait();
  const lots = sliceLots(row.baseHeld, bidLots(deps, work), work.market);
  if (lots < work.market.minLots || !isWorthAnOrder(deps, work, BigInt(lots))) return wait();
  work.sell(lots);
  return [];
}

/** Whether what is held of the coin is less than the smallest order. */
function isTooSmall(deps: RobotsDeps, work: Work): boolean {
  const lots = work.row.baseHeld / work.market.lotUnits;
  return lots < BigInt(work.market.minLots) || !isWorthAnOrder(deps, work, lots);
}

function isWorthAnOrder({ spot, market: prices }: RobotsDeps, { row, market }: Work, lots: bigint): boolean {
  const ticks = toTicks(spot.prices(row.pair).bid ?? prices.lastPrice(row.base), market);
  return ticks === null || lotsValue(market, ticks, Number(lots)) >= market.minTotalUnits;
}

/** What the best bids would take. */
function bidLots({ spot }: RobotsDeps, { row, market }: Work): bigint {
  const { bids } = spot.depth(row.pair, levelsReached);
  return bids.reduce((sum, [, amount]) => sum + toUnits(amount, market.baseScale) / market.lotUnits, 0n);
}

/** Returns all that a robot holds to its owner’s spot wallet, less the service fee. */
async function finish(
  tx: Transaction,
  deps: RobotsDeps,
  priceOf: PriceOf,
  work: Work,
  now: Ms,
): Promise<readonly BalanceRow[]> {
  const { row, market } = work;
  const price = priceOf(row) ?? 0n;
  const perOne = perOneOf(market);
  const value = worthOf(row, price);
  const asked = serviceFeeOn(value, row.chargedTo, BigInt(row.serviceFeePpm));
  const fee = takenFee(asked, row, price, perOne);
  const held = { quote: row.quoteHeld, base: row.baseHeld };
  const serviceFee = valueAt({ quoteHeld: fee.quote, baseHeld: fee.base }, price, perOne);
  const returned = value - serviceFee;
  await deps.ledger.lockBalances(tx, keysOf(work));
  const journals = returning(row, held, fee, now);
  const balances = journals.length === 0 ? [] : await deps.ledger.postMany(tx, journals);
  await recordEnd(tx, work, returned, now);
  work.set({
    state: 'stopped',
    quoteHeld: 0n,
    baseHeld: 0n,
    serviceFee,
    returned,
    chargedTo: value > row.chargedTo ? value : row.chargedTo,
    begin: null,
    watchBelow: null,
    watchAbove: null,
    valueAt: null,
    changedAt: now,
    endedAt: now,
  });
  return balances;
}

function keysOf({ row }: Work): BalanceKey[] {
  return [row.quote, row.base].flatMap((asset) => [
    { owner: row.owner, wallet: 'spot', asset },
    robotKey(row.id, asset),
    { owner: houseOwners.fees, wallet: 'spot', asset },
  ]);
}

/** Its last value, and the day it ended in. */
async function recordEnd(tx: Transaction, { row }: Work, returned: Units, now: Ms): Promise<void> {
  await writeValue(tx, row.id, { at: now, value: returned });
  const { id: robot, owner, day, dayValue, dayFees, dayTrades } = row;
  const income = returned - dayValue;
  await writeDays(tx, [{ robot, owner, day, income, fees: row.fees - dayFees, trades: row.trades - dayTrades }]);
}
