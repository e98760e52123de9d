import { minuteMs } from '#protocol/core/durations.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { gridTicks } from '../grid-lines.ts';
import { baseValue } from '../sizing.ts';
import type { RobotMarket } from '../strategy.ts';
import { BackTestBook } from './back-test-book.ts';
import { basketTest } from './basket/basket-test.ts';
import { missingTime, unseenFrom } from './candle-columns.ts';
import { candleOf, Closings } from './closings.ts';
import { contractTest } from './contract/contract-test.ts';
import { Equity } from './equity.ts';
import { TestedRobot, worse } from './tested-robot.ts';
import type { BackTest, BackTestInput } from './back-test-result.ts';

/**
 * Runs a robot over candles, with the same strategy as live, and decides what a candle leaves open against it:
 *
 * - A limit order is filled only when the price goes through its limit by a tick, at its limit, with the maker’s fee; one that
 *   the price had passed when it was placed pays the taker’s.
 * - Within a bar the low comes before the high: no robot sells what it does not hold, so purchases are filled before sales,
 *   and a stop before a profit. An order that follows from a fill within a bar is filled in the next one at the earliest.
 * - A market order trades at the open of the next bar half a spread worse, with the taker’s fee; when something within a bar
 *   led to it, at the worse of that price and the open. So nothing is known before its time.
 * - The robot starts at the first close. Just holding buys as its first market order would, at the next open.
 *
 * A basket trades at the market alone, each coin at its own opens; see `basketTest`. A grid on a contract: see `contractTest`.
 *
 * Bars that reach no order and nothing that is watched for are only measured: 180 days of minutes take some milliseconds.
 *
 * @throws RangeError with fewer than two candles
 */
export function backTest(input: BackTestInput): BackTest {
  if (input.parameters.strategy === 'contract-grid') return contractTest(input);
  if (input.others !== undefined && input.others.length > 0) return basketTest(input);
  const { parameters, market, amount, candles } = input;
  const bars = candles.minute.length;
  if (bars < 2) throw new RangeError('a back-test needs two candles');
  const book = new BackTestBook(market, amount);
  const equity = new Equity(market, amount, bars);
  const robot = new TestedRobot(parameters, book);
  const split = Math.max(0, unseenFrom(bars) - 1);
  const run = runBars(input, { robot, book, equity, split });
  const last = candles.close[bars - 1] ?? 0;
  const minuteAt = (bar: number) => (candles.minute[bar] ?? 0) * minuteMs;
  const stepMs = candles.step * minuteMs;
  const value = equity.value(last);
  return {
    from: minuteAt(0),
    to: minuteAt(bars - 1) + stepMs,
    unseenAt: minuteAt(split + 1),
    amount,
    value: book.holdings.quote + baseValue(market, book.holdings.base, last),
    change: value / Number(amount) - 1,
    tuned: run.splitValue / Number(amount) - 1,
    unseen: run.splitValue === 0 ? 0 : value / run.splitValue - 1,
    holding: equity.holdingValue(last) / Number(amount) - 1,
    drawdown: equity.drawdown,
    holdingDrawdown: equity.holdingDrawdown,
    trades: book.trades,
    pairs: book.pairs,
    won: book.won,
    liquidated: 0,
    fees: book.fees,
    inRange: run.within / bars,
    curve: equity.curve,
    at: Array.from(equity.curve.bar, (bar) => minuteAt(bar) + stepMs),
    missing: missingTime(candles),
  };
}

interface Running {
  readonly robot: TestedRobot;
  readonly book: BackTestBook;
  readonly equity: Equity;
  /** The last bar of the part that is tuned on. */
  readonly split: number;
}

/** Every bar after the other. */
function runBars({ parameters, market, candles }: BackTestInput, { robot, book, equity, split }: Running) {
  const { open, high, low, close, minute, step } = candles;
  const bars = minute.length;
  const range = rangeOf(parameters, market);
  const closings = new Closings(minute, robot.candleMinutes);
  let within = 0;
  let splitValue = 0;
  let trades = 0;
  for (let bar = 0; bar < bars; bar += 1) {
    const now = ((minute[bar] ?? 0) + step) * minuteMs;
    const least = low[bar] ?? 0;
    const most = high[bar] ?? 0;
    const last = close[bar] ?? 0;
    if (bar === 0) robot.start(last, now);
    else if (
      least < book.bestBuy ||
      most > book.bestSell ||
      least <= robot.below ||
      most >= robot.above ||
      robot.hasMarketOrders
    ) {
      robot.pass(bar, { open: open[bar] ?? 0, high: most, low: least, close: last }, now);
      if (book.trades !== trades) equity.hold(book.holdings);
      trades = book.trades;
    }
    if (bar === 1) equity.buyAndHold(worse('buy', open[bar] ?? 0));
    equity.count(bar, least, last);
    if (range === null ? book.holdsCoins : last >= range.low && last <= range.high) within += 1;
    if (bar === split) splitValue = equity.value(last);
    const first = bar === 0 ? null : closings.take(bar);
    if (first !== null) robot.close(bar, candleOf(candles, first, bar), now);
  }
  return { within, splitValue };
}

/** The bounds of a grid; null for other strategies. */
function rangeOf(parameters: RobotParameters, market: RobotMarket) {
  return parameters.strategy === 'grid'
    ? { low: gridTicks(parameters.lower, market) ?? 0, high: gridTicks(parameters.upper, market) ?? 0 }
    : null;
}
