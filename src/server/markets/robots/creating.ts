import { strategyOf } from '../../../protocol/maths/robots/strategies.ts';
import type { Ms, Ticks, Units } from '../../../protocol/brand.ts';
import type { CheckedInput } from '../../../protocol/calls.ts';
import type { RobotParameters } from '../../../protocol/entities/quant/robot-parameters.ts';
import type { RobotBounds } from '../../../protocol/entities/quant/robot.ts';
import { fromUnits, toExactUnits } from '../../../protocol/maths/decimal.ts';
import { productDay } from '../../../protocol/maths/product-day.ts';
import type { RobotMarket } from '../../../protocol/maths/robots/strategy.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Transaction } from '../../core/store/database.ts';
import { findPair } from '../pairs.ts';
import type { RobotsDeps } from './deps.ts';
import { robotKey, starting } from './journals.ts';
import type { RobotRow } from './robot-row.ts';
import { nextHour, robotsOpenMax, serviceFeePpm } from './rules.ts';
import { countOpen, insertRobot } from './store.ts';
import { amountBounds, marketOf, refusalOf, toTicks } from './terms.ts';
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
 *   what is out of range, `belowMinimumDelegation`, `delegationPriceInvalid`, `stopPriceAgainstMarket`,
 *   `takeProfitAgainstMarket`, `insufficientWalletBalance`
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
  deps.gate.check('POST quant/create', { assets: [base, quote] });
  const market = marketOf(pair.id);
  const ticks = lastTicks(deps, { pair: pair.id, base });
  const amount = checkAmount(input.amount, market);
  const bounds = checkTerms(input.parameters, input.bounds, { market, amount, ticks });
  if ((await countOpen(tx, owner)) >= robotsOpenMax)
    throw new Refusal('quantityOutOfRange', { robotsMax: robotsOpenMax });
  const row = await insertRobot(tx, {
    ...emptyBook,
    ...bounds,
    owner,
    name: input.name,
    strategy: input.parameters.strategy,
    pair: pair.id,
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
  });
  await writeValue(tx, row.id, { at: now, value: amount });
  await deps.ledger.lockBalances(tx, [{ owner, wallet: input.from, asset: quote }, robotKey(row.id, quote)]);
  return { row, balances: await deps.ledger.post(tx, starting(row, input.from, quote, amount, now)) };
}

const emptyBook = {
  baseHeld: 0n,
  cost: 0n,
  costFees: 0n,
  realized: 0n,
  fees: 0n,
  trades: 0,
  pairs: 0,
  bought: 0,
  serviceFee: 0n,
  dayFees: 0n,
  dayTrades: 0,
} as const;

/** The last price of a pair that trades. @throws Refusal `pairClosed` when it does not, or has none yet */
export function lastTicks(
  { spot, market }: Pick<RobotsDeps, 'spot' | 'market'>,
  { pair, base }: Pick<RobotRow, 'pair' | 'base'>,
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
  { market, amount, ticks }: { readonly market: RobotMarket; readonly amount: Units; readonly ticks: Ticks },
): CheckedTerms {
  const problem = strategyOf(parameters).check(parameters, market, amount, ticks);
  if (problem !== null) throw refusalOf(problem);
  const last = BigInt(ticks) * market.tickUnits;
  const bounds = { stopLoss: boundOf(stopLoss, market), takeProfit: boundOf(takeProfit, market) };
  if (bounds.stopLoss !== null && bounds.stopLoss >= last) throw new Refusal('stopPriceAgainstMarket');
  if (bounds.takeProfit !== null && bounds.takeProfit <= last) throw new Refusal('takeProfitAgainstMarket');
  return bounds;
}

/** Prices above this overflow what is stored. */
const int64Max = 2n ** 63n - 1n;

function boundOf(price: string | null, { quoteScale, tickUnits }: RobotMarket): Units | null {
  if (price === null) return null;
  const units = toExactUnits(price, quoteScale);
  if (units === null || units < tickUnits || units > int64Max) throw new Refusal('delegationPriceInvalid');
  return units;
}
