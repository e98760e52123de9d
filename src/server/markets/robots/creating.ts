import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { Ms, Ticks, Units } from '#protocol/core/brand.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotBounds } from '#protocol/robots/entities/robots.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { productDay } from '#protocol/core/product-day.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import type { PricedMarket, RobotMarket } from '#protocol/robots/maths/strategy.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { findPair } from '../pairs.ts';
import { isOnContract, pricedContract } from './contracts/robot-contract.ts';
import type { RobotsDeps } from './deps.ts';
import { robotKey, starting } from './journals.ts';
import type { RobotCoin } from './robot-coins.ts';
import type { RobotRow } from './tables.ts';
import { nextHour, robotsOpenMax, serviceFeePpm } from './rules.ts';
import { countOpen, insertRobot } from './store.ts';
import { amountBounds, marketOf, refusalOf, toTicks } from './terms.ts';
import { nextUse } from './uses.ts';
import { writeValue } from './value-rows.ts';

type Asked = CheckedInput<'POST quant/create'>;

/** What a change of a person’s robots wrote, to be published after the commit. */
export interface RobotDone {
  readonly row: RobotRow;
  readonly balances: readonly BalanceRow[];
}

/** What somebody asks for in parameters and bounds, in the units of a market. */
interface CheckedTerms {
  readonly stopLoss: Units | null;
  readonly takeProfit: Units | null;
}

/**
 * Writes a robot and moves its money into its own account, in one transaction under the lock of its owner. It starts with its
 * first turn, which follows the commit.
 *
 * @throws Refusal `notFound` for a pair that is not listed, `pairClosed` for one that does not trade, `quantityOutOfRange` with
 *   what is out of range as a pair of a basket twice, `belowMinimumDelegation`, `delegationPriceInvalid`, `stopPriceAgainstMarket`,
 *   `takeProfitAgainstMarket`, `withdrawalHold`, `insufficientWalletBalance`
 */
export async function createRobot(
  tx: Transaction,
  deps: RobotsDeps,
  owner: bigint,
  input: Asked,
  now: Ms,
): Promise<RobotDone> {
  const pair = findPair(input.pair);
  if (pair === null) throw new Refusal('notFound');
  const { base, quote } = pair;
  const further = furtherPairs(input.parameters, pair);
  deps.gate.check('POST quant/create', { assets: [base, ...further.map((other) => other.base), quote] });
  const first = isOnContract(input.parameters)
    ? pricedContract(deps, pair.id)
    : pricedMarket(deps, { pair: pair.id, base });
  const amount = checkAmount(input.amount, first.market);
  const others = further.map((other) => pricedMarket(deps, other));
  const bounds = checkTerms(input.parameters, input.bounds, { ...first, amount, others });
  if ((await countOpen(tx, owner)) >= robotsOpenMax)
    throw new Refusal('quantityOutOfRange', { robotsMax: robotsOpenMax });
  const product = { strategy: input.parameters.strategy, pair: pair.id };
  const row = await insertRobot(
    tx,
    {
      ...emptyBook,
      ...bounds,
      ...product,
      ...(await nextUse(tx, product, owner)),
      owner,
      name: input.name,
      base,
      quote,
      state: 'running',
      parameters: input.parameters,
      begin: 'start',
      refBase: 0,
      lastRef: 0,
      putIn: amount,
      quoteHeld: amount,
      serviceFeePpm,
      chargedTo: amount,
      valueAt: nextHour(now),
      day: productDay(now),
      dayValue: amount,
      startedAt: now,
      changedAt: now,
      updatedAt: now,
    },
    further,
  );
  await writeValue(tx, row.id, { at: now, value: amount });
  await deps.ledger.lockBalances(tx, [{ owner, wallet: input.from, asset: quote }, robotKey(row, quote)]);
  const leaving = { way: 'robot', owner, session: null, wallet: input.from, asset: quote, units: amount } as const;
  await deps.outflow.check(tx, leaving, now);
  return { row, balances: await deps.ledger.post(tx, starting(row, input.from, quote, amount, now)) };
}

const emptyBook = {
  baseHeld: 0n,
  cost: 0n,
  costFees: 0n,
  realized: 0n,
  fees: 0n,
  net: 0n,
  trades: 0,
  pairs: 0,
  bought: 0,
  serviceFee: 0n,
  dayFees: 0n,
  dayTrades: 0,
} as const;

/**
 * The further coins of a basket.
 *
 * @throws Refusal `notFound` for a pair that is not listed, `quantityOutOfRange` for that of the robot, or one in another quote
 */
function furtherPairs(parameters: RobotParameters, first: Pair): { readonly pair: string; readonly base: string }[] {
  return furtherCoins(parameters).map((other, nth) => {
    const pair = findPair(other.pair);
    if (pair === null) throw new Refusal('notFound');
    if (pair.id === first.id || pair.quote !== first.quote) {
      throw new Refusal('quantityOutOfRange', { field: `others.${nth}` });
    }
    return { pair: pair.id, base: pair.base };
  });
}

/** The market of a pair that trades, and its last price. @throws Refusal `pairClosed` when it does not, or has none yet */
export function pricedMarket(
  deps: Pick<RobotsDeps, 'spot' | 'market'>,
  coin: Pick<RobotCoin, 'pair' | 'base'>,
): PricedMarket {
  return { market: marketOf(coin.pair), ticks: lastTicks(deps, coin) };
}

/** The last price of a pair that trades. @throws Refusal `pairClosed` when it does not, or has none yet */
function lastTicks(
  { spot, market }: Pick<RobotsDeps, 'spot' | 'market'>,
  { pair, base }: Pick<RobotCoin, 'pair' | 'base'>,
): Ticks {
  const ticks = spot.isOpen(pair) ? toTicks(market.lastPrice(base), marketOf(pair)) : null;
  if (ticks === null || ticks === 0) throw new Refusal('pairClosed');
  return ticks;
}

function checkAmount(amount: string, market: RobotMarket): Units {
  const units = toExactUnits(amount, market.quoteScale);
  const { least, most } = amountBounds(market);
  const shown = (bound: Units) => fromUnits(bound, market.quoteScale);
  if (units !== null && units < least) throw new Refusal('belowMinimumDelegation', { minimum: shown(least) });
  if (units === null || units > most) throw new Refusal('quantityOutOfRange', { maximum: shown(most) });
  return units;
}

/**
 * Parameters and bounds that can run at the last price.
 *
 * @throws Refusal with the field that cannot be, `stopPriceAgainstMarket` for a stop-loss at or above the price,
 *   `takeProfitAgainstMarket` for a take-profit at or below it
 */
export function checkTerms(
  parameters: RobotParameters,
  { stopLoss, takeProfit }: RobotBounds,
  {
    market,
    amount,
    ticks,
    others,
  }: PricedMarket & { readonly amount: Units; readonly others: readonly PricedMarket[] },
): CheckedTerms {
  const problem = strategyOf(parameters).check(parameters, market, amount, ticks, others);
  if (problem !== null) throw refusalOf(problem);
  if (others.length > 0) refuseBounds({ stopLoss, takeProfit });
  const last = BigInt(ticks) * market.tickUnits;
  const bounds = { stopLoss: boundOf(stopLoss, market), takeProfit: boundOf(takeProfit, market) };
  if (bounds.stopLoss !== null && bounds.stopLoss >= last) throw new Refusal('stopPriceAgainstMarket');
  if (bounds.takeProfit !== null && bounds.takeProfit <= last) throw new Refusal('takeProfitAgainstMarket');
  return bounds;
}

/** The price of one coin says little of a basket. @throws Refusal `quantityOutOfRange` with the bound that is given */
function refuseBounds(bounds: RobotBounds): void {
  for (const field of ['stopLoss', 'takeProfit'] as const) {
    if (bounds[field] !== null) throw new Refusal('quantityOutOfRange', { field });
  }
}

/** Prices above this overflow what is stored. */
const int64Max = 2n ** 63n - 1n;

function boundOf(price: string | null, { quoteScale, tickUnits }: RobotMarket): Units | null {
  if (price === null) return null;
  const units = toExactUnits(price, quoteScale);
  if (units === null || units < tickUnits || units > int64Max) throw new Refusal('delegationPriceInvalid');
  return units;
}
