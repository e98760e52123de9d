import type { Robot } from '#protocol/robots/entities/robots.ts';
import {
  addDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  truncateDecimal,
} from '#protocol/core/decimal.ts';

/** Places that every amount fits in. */
const places = 18;

/** What a robot is worth and has made, at some price. */
export type Worth = Pick<Robot, 'value' | 'profit' | 'held'>;

/**
 * A robot at another price of its pair: what it holds at `last`, cut to the digits of its own value. The parts still add
 * up, since only the coins it holds are worth more or less.
 *
 * @param last the price now; null leaves it as the exchange counted it
 */
export function worthAt(robot: Robot, last: Decimal | null): Worth {
  const { state, value, profit, held } = robot;
  // What is open on a contract is worth what its mark price makes of it, which the exchange counts.
  if (robot.contract !== null) return { value, profit, held };
  if (last === null || (state !== 'running' && state !== 'paused')) return { value, profit, held };
  const coins = multiplyDecimals(robot.baseHeld, last, Math.max(2, decimalPlaces(value)));
  const [first, ...others] = robot.coins;
  // Further coins of a basket stay as the exchange counted them.
  const change =
    others.length === 0 || first === undefined
      ? subtractDecimals(addDecimals(robot.quoteHeld, coins), value)
      : subtractDecimals(coins, first.value);
  const now = addDecimals(value, change);
  return { value: now, profit: addDecimals(profit, change), held: addDecimals(held, change) };
}

/** Profit in percent of what was put in, with two digits more than are shown; 0 where nothing was. */
export function percentOf(profit: Decimal, putIn: Decimal): Decimal {
  if (!/[1-9]/.test(putIn)) return '0';
  return multiplyDecimals(divideDecimals(profit, putIn, places), '100', 4);
}

/** How much more robots are worth at other prices than the exchange counted, in one quote coin. */
export function changeAt(robots: readonly Robot[], quote: string, lastOf: (pair: string) => Decimal | null): Decimal {
  return robots
    .filter((robot) => robot.quote === quote)
    .reduce(
      (sum, robot) => addDecimals(sum, subtractDecimals(worthAt(robot, lastOf(robot.pair)).value, robot.value)),
      '0',
    );
}

/** What the profit of a robot is made of, as it is shown. */
interface ProfitParts {
  readonly profit: Decimal;
  readonly realized: Decimal;
  readonly held: Decimal;
  readonly fees: Decimal;
}

/**
 * The parts of the profit cut to the digits they are shown with, so that `realized + held - fees` is the profit that stands
 * beside them: what cutting leaves over is with the coins held, whose value is an estimate anyway.
 */
export function shownParts(robot: Pick<Robot, 'realized' | 'fees'>, { profit }: Worth, digits: number): ProfitParts {
  const cut = (amount: Decimal) => truncateDecimal(amount, digits);
  const [shown, realized, fees] = [cut(profit), cut(robot.realized), cut(robot.fees)];
  return { profit: shown, realized, fees, held: addDecimals(subtractDecimals(shown, realized), fees) };
}
