import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { BackTest, BackTestInput } from '../back-test-result.ts';
import { missingTime, unseenFrom } from '../candle-columns.ts';
import { Equity } from '../equity.ts';
import { gridTicks } from '#protocol/robots/maths/grid-lines.ts';
import { worse } from '../tested-robot.ts';
import { ContractTestBook } from './contract-test-book.ts';
import { TestedContractRobot } from './tested-contract-robot.ts';

const dayMinutes = dayMs / minuteMs;

/**
 * A back-test of a grid on a contract, for `backTest`: the candles of the pair stand for the mark price, which follows its
 * index within the contract’s premium. Margin, fees and liquidation prices are the exchange’s own. What a candle leaves open
 * is decided against the robot:
 *
 * - An opening is filled only when the price goes through its line by a tick; a position takes no profit in that bar.
 * - A position is liquidated at the extremes of a bar before anything takes its profit, and loses all its margin.
 * - A profit is taken at the market, half a spread worse than its line, with the closing fee.
 * - The overnight fee is taken at each 00:00 UTC.
 *
 * Just holding buys the coin on its spot pair, at the fee of an opening.
 *
 * @throws RangeError with fewer than two candles
 */
export function contractTest(input: BackTestInput): BackTest {
  const { parameters, market, amount, candles } = input;
  const { open, high, low, close, minute, step } = candles;
  const bars = minute.length;
  if (bars < 2) throw new RangeError('a back-test needs two candles');
  if (parameters.strategy !== 'contract-grid') throw new RangeError('only grids trade contracts');
  const book = new ContractTestBook(market, amount);
  const robot = new TestedContractRobot(parameters, book);
  const equity = new Equity(market, amount, bars);
  const split = Math.max(0, unseenFrom(bars) - 1);
  const range = { low: gridTicks(parameters.lower, market) ?? 0, high: gridTicks(parameters.upper, market) ?? 0 };
  let [within, splitValue, day, isShort] = [0, 0, -1, false];
  for (let bar = 0; bar < bars; bar += 1) {
    const at = minute[bar] ?? 0;
    const now = (at + step) * minuteMs;
    const [least, most, last] = [low[bar] ?? 0, high[bar] ?? 0, close[bar] ?? 0];
    const today = Math.floor(at / dayMinutes);
    const isNewDay = today !== day;
    if (isNewDay) book.charge(today);
    day = today;
    const isTouched = least <= book.below || most >= book.above || least <= robot.below || most >= robot.above;
    const isPassed = bar > 0 && (isTouched || robot.hasMarketOrders);
    if (bar === 0) robot.start(last, now);
    else if (isPassed) robot.pass(bar, day, { open: open[bar] ?? 0, high: most, low: least, close: last }, now);
    if (isPassed || isNewDay) {
      const held = book.asHoldings;
      equity.hold(held);
      isShort = held.base < 0n;
    }
    if (bar === 1) equity.buyAndHold(worse('buy', open[bar] ?? 0));
    equity.count(bar, least, last, isShort ? most : least);
    if (last >= range.low && last <= range.high) within += 1;
    if (bar === split) splitValue = equity.value(last);
  }
  const last = close[bars - 1] ?? 0;
  const value = equity.value(last);
  const minuteAt = (bar: number) => (minute[bar] ?? 0) * minuteMs;
  const stepMs = step * minuteMs;
  return {
    from: minuteAt(0),
    to: minuteAt(bars - 1) + stepMs,
    unseenAt: minuteAt(split + 1),
    amount,
    value: book.value(last),
    change: value / Number(amount) - 1,
    tuned: splitValue / Number(amount) - 1,
    unseen: splitValue <= 0 ? 0 : value / splitValue - 1,
    holding: equity.holdingValue(last) / Number(amount) - 1,
    drawdown: equity.drawdown,
    holdingDrawdown: equity.holdingDrawdown,
    trades: book.trades,
    pairs: book.pairs,
    won: book.won,
    liquidated: book.liquidated,
    fees: book.fees,
    inRange: within / bars,
    curve: equity.curve,
    at: Array.from(equity.curve.bar, (bar) => minuteAt(bar) + stepMs),
    missing: missingTime(candles),
  };
}
