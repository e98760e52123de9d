import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import type { ParametersOf } from '../entities/parameters.ts';
import { million } from '#protocol/core/fees.ts';
import { dividedUp, movedTicks, percentPpm } from './sizing.ts';
import type { RobotMarket } from './strategy.ts';

type Averaging = ParametersOf<'averaging'>;

/**
 * What the purchases of a series may have spent together after each of them, the first one first. Each is `scale` times the
 * one before, and all of them spend the budget: the purchase `n` of `k + 1` is `budget × scale ^ n / (1 + scale + … + scale ^ k)`.
 */
export function budgetAfter({ safetyOrders, scale }: Averaging, budget: Units): Units[] {
  // Hundredths, as scale has two places.
  const growth = percentPpm(scale) / 100n;
  const weights = Array.from(
    { length: safetyOrders + 1 },
    (_, nth) => growth ** BigInt(nth) * 100n ** BigInt(safetyOrders - nth),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let sum = 0n;
  return weights.map((weight) => {
    sum += weight;
    return (budget * sum) / whole;
  });
}

/** The price of a safety order: each a step below the one before, truncated to a tick. @param nth from 1 on */
export function safetyTicks(first: Ticks, { step }: Averaging, nth: number): Ticks {
  let ticks = first;
  for (let below = 0; below < nth; below += 1) ticks = movedTicks(ticks, -percentPpm(step));
  return ticks;
}

/**
 * The lowest price at which lots bring what they cost and the profit, after the fee of their sale:
 * `cost (1 + take-profit) / (lots (1 - fee))`, rounded up to a tick. The fee of the purchase is in the cost: what was paid
 * is spread over the coins that stayed.
 *
 * @param lots above zero
 */
export function profitTicks({ takeProfit }: Averaging, market: RobotMarket, cost: Units, lots: Lots): Ticks {
  const wanted = cost * (million + percentPpm(takeProfit));
  const perTick = BigInt(lots) * market.unitsPerTickLot * (million - BigInt(market.makerFeePpm));
  return Math.max(1, Number(dividedUp(wanted, perTick)));
}
