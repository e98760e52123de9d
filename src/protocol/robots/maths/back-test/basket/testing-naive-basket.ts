import { feeOn, million } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { baseValue, isOrder } from '#protocol/robots/maths/sizing.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { RobotEvent, RobotMarket, RobotOrder, RobotStep } from '#protocol/robots/maths/strategy.ts';
import type { BackTestInput } from '../back-test-result.ts';
import type { CandleColumns } from '../candle-columns.ts';
import type { Bar } from '../closings.ts';

/** The bar of a minute, or a flat one at the last close before. */
function barAt({ minute, open, high, low, close }: CandleColumns, at: number): Bar | null {
  const known = [...minute].filter((one) => one <= at);
  if (known.length === 0) return null;
  const nth = known.length - 1;
  const last = close[nth] ?? 0;
  if (known[nth] !== at) return { open: last, high: last, low: last, close: last };
  return { open: open[nth] ?? 0, high: high[nth] ?? 0, low: low[nth] ?? 0, close: last };
}

/** Every minute that all coins have a price at, with a bar of each. */
function barsOf(columns: readonly CandleColumns[]) {
  return [...new Set(columns.flatMap(({ minute }) => [...minute]))]
    .toSorted((a, b) => a - b)
    .map((minute) => ({ minute, coins: columns.map((own) => barAt(own, minute)) }))
    .flatMap(({ minute, coins }) =>
      coins.includes(null) ? [] : [{ minute, coins: coins.filter((bar) => bar !== null) }],
    );
}

/** The candle that some bars make together. */
function candleOf(bars: readonly Bar[]): Bar {
  return {
    open: bars[0]?.open ?? 0,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)?.close ?? 0,
  };
}

/** What is held at the last closes, in quote units. */
function valueOf(
  markets: readonly RobotMarket[],
  held: { readonly quote: bigint; readonly coins: readonly bigint[] },
  last: readonly Bar[],
): bigint {
  return markets.reduce(
    (sum, own, coin) => sum + baseValue(own, held.coins[coin] ?? 0n, last[coin]?.close ?? 0),
    held.quote,
  );
}

/** The rules of a back-test of a basket as plainly as they can be written: every minute is looked up in every coin. */
export function naiveBasket({ parameters, market, amount, candles, others = [] }: BackTestInput) {
  const markets = [market, ...others.map((other) => other.market)];
  const columns = [candles, ...others.map((other) => other.candles)];
  const bars = barsOf(columns);
  const strategy = strategyOf(parameters);
  const minutes = strategy.candleMinutes(parameters) ?? 1;
  const held = { quote: amount, coins: markets.map(() => 0n) };
  const sums = { trades: 0, pairs: 0, fees: 0n };
  let wanted: RobotOrder[] = [];
  let state: unknown = null;
  const context = () => ({ market, markets, holdings: { ...held, base: held.coins[0] ?? 0n }, now: 0 });
  const take = (step: RobotStep<unknown>) => {
    // A strategy goes on from what was written down.
    state = JSON.parse(JSON.stringify(step.state));
    wanted.push(...step.orders);
  };
  const hear = (event: RobotEvent) => take(strategy.on(parameters, state, event, context()));

  function trade({ ref, coin = 0, side, lots }: RobotOrder, open: number): void {
    const own = markets[coin] ?? market;
    const spread = Math.max(1, Math.ceil(open / 5_000));
    const price = side === 'buy' ? open + spread : Math.max(1, open - spread);
    const value = lotsValue(own, price, lots);
    const units = BigInt(lots) * own.lotUnits;
    const lacks = side === 'buy' ? value > held.quote : units > (held.coins[coin] ?? 0n);
    const order = { kind: 'fill', ref, coin, side, done: true } as const;
    if (lacks || !isOrder(own, price, lots)) return hear({ ...order, ticks: 0, lots: 0, received: 0n, given: 0n });
    const [given, gross] = side === 'buy' ? [value, units] : [units, value];
    const received = gross - feeOn(gross, own.takerFeePpm);
    held.quote += side === 'buy' ? 0n - given : received;
    held.coins[coin] = (held.coins[coin] ?? 0n) + (side === 'buy' ? received : 0n - given);
    sums.trades += 1;
    sums.pairs += side === 'sell' ? 1 : 0;
    sums.fees += (value * own.takerFeePpm) / million;
    hear({ ...order, ticks: price, lots, received, given });
  }

  let since = 1;
  for (const [nth, { minute, coins }] of bars.entries()) {
    if (nth === 0) {
      const [first = 0, ...rest] = coins.map(({ close }) => close);
      take(strategy.start(parameters, context(), first, rest));
      continue;
    }
    const before = wanted;
    wanted = [];
    for (const order of before) trade(order, coins[order.coin ?? 0]?.open ?? 0);
    // Of what follows, coins that have not traded at this opening do so now.
    const follows = wanted.filter((order) => !before.some((one) => (one.coin ?? 0) === (order.coin ?? 0)));
    wanted = wanted.filter((order) => !follows.includes(order));
    for (const order of follows) trade(order, coins[order.coin ?? 0]?.open ?? 0);
    const next = bars[nth + 1];
    if (next === undefined || Math.floor(next.minute / minutes) === Math.floor(minute / minutes)) continue;
    for (let coin = 0; coin < markets.length; coin += 1) {
      const own = bars
        .slice(since, nth + 1)
        .map((bar) => bar.coins[coin])
        .filter((bar) => bar !== undefined);
      hear({
        kind: 'candle',
        coin,
        start: Math.floor(minute / minutes) * minutes * 60_000,
        ...candleOf(own),
      });
    }
    since = nth + 1;
  }
  return { value: valueOf(markets, held, bars.at(-1)?.coins ?? []), ...sums };
}
