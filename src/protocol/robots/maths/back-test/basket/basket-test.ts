import type { Ticks } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { million } from '#protocol/core/fees.ts';
import { targetsOf } from '#protocol/robots/maths/basket.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { RobotMarket } from '#protocol/robots/maths/strategy.ts';
import type { BackTest, BackTestInput } from '../back-test-result.ts';
import { type CandleColumns, emptyColumns, missingTime, unseenFrom } from '../candle-columns.ts';
import { candleOf, Closings } from '../closings.ts';
import { Equity } from '../equity.ts';
import { worse } from '../tested-robot.ts';
import { alignedColumns } from './aligned-columns.ts';
import { BasketBook } from './basket-book.ts';
import { BasketRobot } from './basket-robot.ts';

type Column = 'open' | 'high' | 'low' | 'close';

/**
 * A back-test of several coins, for `backTest`: the rules are those of one coin, as far as market orders go. Bars of all coins
 * are of the same minutes; what is lacking stands at its last price.
 *
 * Just holding buys each coin for its share of the money at the next open, and keeps the rest in quote.
 *
 * @throws RangeError with fewer than two bars that all coins have
 */
export function basketTest(input: BackTestInput): BackTest {
  const { market, amount, others = [] } = input;
  const given = [input.candles, ...others.map(({ candles }) => candles)];
  const columns = alignedColumns(given);
  const markets = [market, ...others.map((other) => other.market)];
  const [first] = columns;
  const bars = first?.minute.length ?? 0;
  if (first === undefined || bars < 2) throw new RangeError('a back-test needs two candles');
  const book = new BasketBook(markets, amount);
  const robot = new Equity(wholes(market), amount, bars);
  const holding = new Equity(wholes(market), amount, bars);
  const split = Math.max(0, unseenFrom(bars) - 1);
  const run = runBars(input, { columns, book, robot, holding, split });
  const minuteAt = (bar: number) => (first.minute[bar] ?? 0) * minuteMs;
  const stepMs = first.step * minuteMs;
  return {
    from: minuteAt(0),
    to: minuteAt(bars - 1) + stepMs,
    unseenAt: minuteAt(split + 1),
    amount,
    value: book.value(pricesAt(columns, 'close', bars - 1)),
    change: run.value / Number(amount) - 1,
    tuned: run.splitValue / Number(amount) - 1,
    unseen: run.splitValue === 0 ? 0 : run.value / run.splitValue - 1,
    holding: run.holdingValue / Number(amount) - 1,
    drawdown: robot.drawdown,
    holdingDrawdown: holding.drawdown,
    trades: book.trades,
    pairs: book.pairs,
    won: book.won,
    liquidated: 0,
    fees: book.fees,
    inRange: run.within / bars,
    curve: { ...robot.curve, holding: holding.curve.robot },
    at: Array.from(robot.curve.bar, (bar) => minuteAt(bar) + stepMs),
    // Of the coin that lacks most.
    missing: given.map(missingTime).reduce((most, one) => (one.minutes > most.minutes ? one : most)),
  };
}

/** A market of one coin that is worth a quote unit a tick: so the whole value of a basket is measured as a coin’s price. */
function wholes(market: RobotMarket): RobotMarket {
  return { ...market, unitsPerTickLot: 1n, lotUnits: 1n };
}

function pricesAt(columns: readonly CandleColumns[], column: Column, bar: number): Ticks[] {
  return columns.map((own) => own[column][bar] ?? 0);
}

interface Running {
  readonly columns: readonly CandleColumns[];
  readonly book: BasketBook;
  readonly robot: Equity;
  readonly holding: Equity;
  readonly split: number;
}

/** Every bar after the other. */
function runBars(input: BackTestInput, { columns, book, robot, holding, split }: Running) {
  const { parameters } = input;
  const tested = new BasketRobot(parameters, book);
  const minutes = strategyOf(parameters).candleMinutes(parameters);
  const { minute, step } = columns[0] ?? emptyColumns(1, 0);
  const closings = new Closings(minute, minutes);
  let held = new Holder(input, []);
  const sums = { within: 0, value: 0, holdingValue: 0, splitValue: 0 };
  for (const equity of [robot, holding]) equity.hold({ quote: 0n, base: 1n });
  for (let bar = 0; bar < minute.length; bar += 1) {
    const at = minute[bar] ?? 0;
    const now = (at + step) * minuteMs;
    const [lows, closes] = [pricesAt(columns, 'low', bar), pricesAt(columns, 'close', bar)];
    if (bar === 0) tested.start(closes, now);
    else tested.trade(pricesAt(columns, 'open', bar), now);
    if (bar === 1) held = new Holder(input, pricesAt(columns, 'open', bar));
    sums.value = valueIn(book, closes);
    sums.holdingValue = held.value(closes);
    robot.count(bar, valueIn(book, lows), sums.value);
    holding.count(bar, held.value(lows), sums.holdingValue);
    if (book.holdsCoins) sums.within += 1;
    if (bar === split) sums.splitValue = sums.value;
    const first = bar === 0 ? null : closings.take(bar);
    if (first === null || minutes === null) continue;
    const start = (at - (at % minutes)) * minuteMs;
    for (const [coin, own] of columns.entries()) tested.close(coin, start, candleOf(own, first, bar), now);
  }
  return sums;
}

/** What a book holds, as a number: it is drawn and compared, never paid. */
function valueIn({ markets, holdings }: BasketBook, prices: readonly Ticks[]): number {
  return markets.reduce((sum, market, coin) => {
    const held = Number(holdings.coins[coin] ?? 0n);
    return sum + (held * Number(market.unitsPerTickLot) * (prices[coin] ?? 0)) / Number(market.lotUnits);
  }, Number(holdings.quote));
}

/** The basket as it is bought at the start and held, with the fees of market orders. Before that it is all in quote. */
class Holder {
  readonly #quote: number;
  /** Value a tick, by coin. */
  readonly #coins: readonly number[];

  constructor({ parameters, market, others = [], amount }: BackTestInput, opens: readonly Ticks[]) {
    const whole = Number(amount);
    const targets = opens.length === 0 || parameters.strategy !== 'rebalance' ? [] : targetsOf(parameters);
    const markets = [market, ...others.map((other) => other.market)];
    const shares = targets.map((ppm) => Number(ppm) / Number(million));
    this.#quote = whole * (1 - shares.reduce((sum, share) => sum + share, 0));
    this.#coins = shares.map((share, coin) => {
      const fee = Number(markets[coin]?.takerFeePpm ?? 0n) / Number(million);
      return (whole * share * (1 - fee)) / worse('buy', opens[coin] ?? 1);
    });
  }

  value(prices: readonly Ticks[]): number {
    return this.#coins.reduce((sum, perTick, coin) => sum + perTick * (prices[coin] ?? 0), this.#quote);
  }
}
