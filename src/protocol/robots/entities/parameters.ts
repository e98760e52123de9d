import * as v from 'valibot';
import { pairId, positiveDecimal } from '#protocol/core/fields.ts';
import { basketCoinsMax, basketShareMax, coinShareMax, coinShareMin } from '#protocol/core/limits.ts';

const count = (least: number, most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** A share in percent with at most two places, as in `1.50`. */
const percent = v.pipe(positiveDecimal, v.regex(/^\d{1,3}(\.\d{1,2})?$/), v.description('Percent, as in `1.50`.'));

/** A coin’s share of the whole value, in whole percent. */
const share = count(coinShareMin, coinShareMax);

/** Most lines of a grid: each is at most one order in the book at a time. */
const gridLinesMax = 100;
/** Most lines of a grid on a contract: each two of them next to each other hold at most one order or position. */
const contractGridLinesMax = 60;
/** Leverages that a grid on a contract may use, of those that its contract offers. */
const robotLeverages = [1, 2, 3, 5] as const;
/** Minutes of the candles that trend following may decide on, and between two looks of rebalancing. */
export const trendMinutes = [1, 5, 15, 60, 240] as const;
export const rebalanceMinutes = [5, 15, 60, 240] as const;
/** Most safety orders of an averaging robot. */
const safetyOrdersMax = 20;

const gridParameters = v.pipe(
  v.strictObject({
    strategy: v.literal('grid'),
    lower: v.pipe(positiveDecimal, v.description('The lowest line, in quote.')),
    upper: v.pipe(positiveDecimal, v.description('The highest line, in quote.')),
    lines: v.pipe(count(2, gridLinesMax), v.description('Lines of the grid, both ends included.')),
    spacing: v.pipe(
      v.picklist(['arithmetic', 'geometric']),
      v.description('Lines at equal distances, or each the same percentage above the one below.'),
    ),
  }),
  v.description('A grid: buys a line lower and sells a line higher, between two prices.'),
);

const contractGridParameters = v.pipe(
  v.strictObject({
    strategy: v.literal('contract-grid'),
    direction: v.pipe(
      v.picklist(['long', 'short', 'neutral']),
      v.description('Opens longs only, shorts only, or longs below the price it starts at and shorts above it.'),
    ),
    leverage: v.pipe(v.picklist(robotLeverages), v.description('Of each of its positions.')),
    lower: v.pipe(positiveDecimal, v.description('The lowest line, in quote.')),
    upper: v.pipe(positiveDecimal, v.description('The highest line, in quote.')),
    lines: v.pipe(count(3, contractGridLinesMax), v.description('Lines of the grid, both ends included.')),
    spacing: v.pipe(
      v.picklist(['arithmetic', 'geometric']),
      v.description('Lines at equal distances, or each the same percentage above the one below.'),
    ),
  }),
  v.description(
    'A grid on the contract that follows its pair: opens a position at each line, takes its profit at the next one, and opens it again.',
  ),
);

const averagingParameters = v.pipe(
  v.strictObject({
    strategy: v.literal('averaging'),
    takeProfit: v.pipe(percent, v.description('Above the average price, in percent, after fees.')),
    safetyOrders: v.pipe(count(0, safetyOrdersMax), v.description('Purchases below the first one.')),
    step: v.pipe(percent, v.description('How far the next purchase is below the one before, in percent.')),
    scale: v.pipe(
      positiveDecimal,
      v.regex(/^[1-3](\.\d{1,2})?$/),
      v.description('How much larger each safety order is than the one before: `1.50` is half as much again.'),
    ),
  }),
  v.description(
    'Dollar-cost averaging: buys, buys more when the price falls, sells all at a profit, and begins again.',
  ),
);

const trendParameters = v.pipe(
  v.strictObject({
    strategy: v.literal('trend'),
    minutes: v.pipe(v.picklist(trendMinutes), v.description('Minutes of the candles it decides on.')),
    fast: v.pipe(count(2, 100), v.description('Candles of the fast moving average.')),
    slow: v.pipe(count(3, 200), v.description('Candles of the slow moving average.')),
    trailing: v.pipe(percent, v.description('How far below its highest price a held coin is sold, in percent.')),
  }),
  v.description(
    'Trend following: buys when the fast moving average rises above the slow one, sells when it falls below or the price falls behind its peak.',
  ),
);

const rebalanceParameters = v.pipe(
  v.strictObject({
    strategy: v.literal('rebalance'),
    minutes: v.pipe(v.picklist(rebalanceMinutes), v.description('Minutes between two looks.')),
    share: v.pipe(
      share,
      v.description('What the first coin, that of the robot’s pair, should be of the whole value, in percent.'),
    ),
    drift: v.pipe(
      percent,
      v.description('How far the share of any coin may be off before all are restored, in points of percent.'),
    ),
    others: v.pipe(
      v.optional(v.pipe(v.array(v.strictObject({ pair: pairId, share })), v.maxLength(basketCoinsMax - 1)), []),
      v.description(
        'Further coins of a basket with their shares: pairs in the same quote, each once, none that of the robot. All shares together are at most 95.',
      ),
    ),
  }),
  v.check(
    ({ share: first, others }) => others.reduce((sum, one) => sum + one.share, first) <= basketShareMax,
    'the shares come to more than 95',
  ),
  v.check(({ others }) => new Set(others.map(({ pair }) => pair)).size === others.length, 'a pair stands there twice'),
  v.description(
    'Rebalancing: keeps one to five coins at their shares of the value, selling what rose and buying what fell.',
  ),
);

export const robotParameters = v.variant('strategy', [
  gridParameters,
  averagingParameters,
  trendParameters,
  rebalanceParameters,
  contractGridParameters,
]);
export type RobotParameters = v.InferOutput<typeof robotParameters>;
/** The parameters of one strategy. */
export type ParametersOf<Name extends RobotParameters['strategy']> = Extract<RobotParameters, { strategy: Name }>;
