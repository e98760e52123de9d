import type { Ms, Units } from '#protocol/core/brand.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { BalanceKey, BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isOnContract } from '../contracts/robot-contract.ts';
import { hasPairEnded } from '../delisting.ts';
import type { RobotsDeps } from '../deps.ts';
import { type CoinAmount, returning, robotKey } from '../journals.ts';
import { coinsOf, emptied, type RobotCoin } from '../robot-coins.ts';
import { coinWorth, type CoinPriceOf, feePriceOf } from '../robot-row.ts';
import type { RobotRow } from '../tables.ts';
import { coinValue, perOneOf, serviceFeeOn, sliceLots, takenFee } from '../rules.ts';
import { marketOf, toTicks } from '../terms.ts';
import { writeDays, writeValue } from '../value-rows.ts';
import type { Work } from './work.ts';

/** Levels of the book that a slice may reach into. */
const levelsReached = 20;
/** Where nothing can be sold, or nothing may move, it is looked again after so long. */
const sellAgainMs = 3_000;

/**
 * Goes on with the end of a robot none of whose orders rests: sells a slice of each of its coins at the market, or returns all
 * it holds. What is too small to be sold, or has no market any more, is returned as coins.
 *
 * @returns the balances that changed
 */
export async function endOrSell(
  tx: Transaction,
  deps: RobotsDeps,
  work: Work,
  now: Ms,
): Promise<readonly BalanceRow[]> {
  const { row } = work;
  const coins = coinsOf(row);
  const wait = () => {
    work.set({ nextAt: now + sellAgainMs });
    return [];
  };
  if (deps.gate.isStopped('robots', { assets: [...coins.map(({ base }) => base), row.quote] })) return wait();
  // Of a contract it holds quote alone by now.
  const sellsNothing = row.keep === true || isOnContract(row);
  const left = sellsNothing ? [] : coins.filter((coin) => !hasPairEnded(coin.pair, now) && !isTooSmall(deps, coin));
  if (left.length === 0) return finish(tx, deps, work, now);
  const slices = left
    .map((coin) => ({ pair: coin.pair, lots: sliceOf(deps, work, coin) }))
    .filter(({ lots }) => lots > 0);
  for (const { pair, lots } of slices) work.sell(pair, lots);
  return slices.length === 0 ? wait() : [];
}

/** The lots of a coin that are sold next; 0 where nothing can be sold now. */
function sliceOf(deps: RobotsDeps, { soldNothing }: Work, coin: RobotCoin): number {
  if (!deps.spot.isOpen(coin.pair) || soldNothing.has(coin.pair)) return 0;
  const market = marketOf(coin.pair);
  const lots = sliceLots(coin.held, bidLots(deps, coin), market);
  return lots < market.minLots || !isWorthAnOrder(deps, coin, BigInt(lots)) ? 0 : lots;
}

/** Whether what is held of a coin is less than the smallest order. */
function isTooSmall(deps: RobotsDeps, coin: RobotCoin): boolean {
  const { lotUnits, minLots } = marketOf(coin.pair);
  const lots = coin.held / lotUnits;
  return lots < BigInt(minLots) || !isWorthAnOrder(deps, coin, lots);
}

function isWorthAnOrder({ spot, market: prices }: RobotsDeps, { pair, base }: RobotCoin, lots: bigint): boolean {
  const market = marketOf(pair);
  const bid = spot.isOpen(pair) ? spot.prices(pair).bid : null;
  const ticks = toTicks(bid ?? prices.lastPrice(base), market);
  return ticks === null || lotsValue(market, ticks, Number(lots)) >= market.minTotalUnits;
}

/** What the best bids would take. */
function bidLots({ spot }: RobotsDeps, { pair }: RobotCoin): bigint {
  const market = marketOf(pair);
  const { bids } = spot.depth(pair, levelsReached);
  return bids.reduce((sum, [, amount]) => sum + toUnits(amount, market.baseScale) / market.lotUnits, 0n);
}

/** Returns all that a robot holds to its owner’s spot wallet, less the service fee. */
async function finish(tx: Transaction, deps: RobotsDeps, work: Work, now: Ms): Promise<readonly BalanceRow[]> {
  const { row } = work;
  const { value, serviceFee, held, fee } = settled(row, feePriceOf(deps));
  const returned = value - serviceFee;
  await deps.ledger.lockBalances(tx, keysOf(work));
  const journals = returning(row, held, fee, now);
  const balances = journals.length === 0 ? [] : await deps.ledger.postMany(tx, journals);
  await recordEnd(tx, work, returned, now);
  work.set({
    state: 'stopped',
    ...emptied(row),
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

/**
 * The value of what a robot holds at index prices, which no trade here can move, and the part that the service fee takes. A
 * coin without a price, such as one whose pair is gone, counts at its cost and pays no fee.
 */
function settled(row: RobotRow, priceOf: CoinPriceOf) {
  const { quote } = row;
  const coins = coinsOf(row).map(({ pair, base, held }) => {
    const perOne = perOneOf(marketOf(pair));
    return { base, held, price: priceOf({ base, quote }) ?? 0n, perOne };
  });
  const worth = (quoteUnits: Units, units: readonly Units[]) =>
    coins.reduce((sum, { price, perOne }, nth) => sum + coinValue(units[nth] ?? 0n, price, perOne), quoteUnits);
  const named = (quoteUnits: Units, units: readonly Units[]): CoinAmount[] => [
    { asset: quote, amount: quoteUnits },
    ...coins.map(({ base }, nth) => ({ asset: base, amount: units[nth] ?? 0n })),
  ];
  const all = coins.map(({ held }) => held);
  const value = coinsOf(row).reduce((sum, coin) => sum + coinWorth(coin, quote, priceOf), row.quoteHeld);
  const asked = serviceFeeOn(value, row.chargedTo, BigInt(row.serviceFeePpm));
  const taken = takenFee(asked, row.quoteHeld, coins);
  return {
    value,
    serviceFee: worth(taken.quote, taken.coins),
    held: named(row.quoteHeld, all),
    fee: named(taken.quote, taken.coins),
  };
}

function keysOf({ row }: Work): BalanceKey[] {
  return [row.quote, ...coinsOf(row).map(({ base }) => base)].flatMap((asset) => [
    { owner: row.owner, wallet: 'spot', asset },
    robotKey(row, asset),
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
