import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, pairId, positiveDecimal, timestamp } from '#protocol/core/fields.ts';
import { robotNameMax } from '#protocol/core/limits.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { strategyNames } from '../maths/strategy.ts';
import { contractId } from '#protocol/contracts/entities.ts';
import { side } from '#protocol/market-data/entities/market.ts';
import { robotParameters } from './parameters.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const strategyName = choice('What a robot does.', strategyNames);

export const robotState = choice(
  'A robot `running`, `paused` (its orders are taken out of the book and what it holds stays), `stopping` (it is being sold and returned) or `stopped`.',
  ['running', 'paused', 'stopping', 'stopped'],
);
export type RobotState = v.InferOutput<typeof robotState>;

export const robotCause = choice(
  'Why a robot paused or stopped: asked for, its pair was halted, one of its own bounds was reached, or its pair was delisted: then it returned what it held as it was.',
  ['user', 'halt', 'stop-loss', 'take-profit', 'delisted'],
);
export type RobotCause = v.InferOutput<typeof robotCause>;

/** The name a user gives a robot. */
export const robotName = shownText({ shape: 'line', most: robotNameMax });

export const robotBounds = v.pipe(
  v.strictObject({
    stopLoss: v.pipe(v.nullable(positiveDecimal), v.description('Sells all and stops at or below this price.')),
    takeProfit: v.pipe(v.nullable(positiveDecimal), v.description('Sells all and stops at or above this price.')),
  }),
  v.description(
    'Prices of its pair at which a robot ends by itself. A basket has none, as the price of one coin says little of it.',
  ),
);
export type RobotBounds = v.InferOutput<typeof robotBounds>;

export const robotRecord = entity('What robots of all users made of it, after fees, as shares of what was put in.', {
  robots: v.pipe(count, v.description('Robots that ran within these days.')),
  days: count,
  median: decimal,
  worstTenth: v.pipe(decimal, v.description('One in ten did worse.')),
  bestTenth: v.pipe(decimal, v.description('One in ten did better.')),
});

export const robotProduct = entity('A strategy on a pair, and its honest record.', {
  strategy: strategyName,
  pair: pairId,
  minimum: v.pipe(decimal, v.description('The least amount of quote a robot starts with.')),
  maximum: v.pipe(decimal, v.description('The most.')),
  serviceFee: v.pipe(decimal, v.description('Share of the profit, taken when the robot ends.')),
  cycleChoices: v.pipe(
    v.array(count),
    v.description(
      'Minutes that a cycle of its robots may have, from one decision to the next, the shortest first. Empty for a strategy that acts whenever the price reaches one of its orders.',
    ),
  ),
  usageCount: v.pipe(
    count,
    v.description('How often it was used: robots that all users ever started of it, those that ended too.'),
  ),
  record: v.pipe(v.nullable(robotRecord), v.description('Null while fewer than 20 robots ran: too few to say.')),
  robots: v.pipe(count, v.description('Robots that ran within the days of the record, however few.')),
});
export type RobotRecord = v.InferOutput<typeof robotRecord>;
export type RobotProduct = v.InferOutput<typeof robotProduct>;

export const robotPair = entity('A pair that robots trade.', {
  pair: pairId,
  strategies: v.array(strategyName),
  open: v.pipe(v.boolean(), v.description('Whether it trades now.')),
});

export const robotPayee = choice('The wallet the money comes from.', ['spot', 'quant']);

export const robotCoin = entity('A coin that a robot trades.', {
  pair: pairId,
  base: assetId,
  held: v.pipe(decimal, v.description('In base, with what is behind its orders.')),
  value: v.pipe(decimal, v.description('In quote, at the last price.')),
});

const openSide = (name: string, against: string) =>
  v.nullable(
    entity(`What is open of its ${name}; null for nothing.`, {
      amount: v.pipe(decimal, v.description('In base.')),
      price: v.pipe(decimal, v.description('Their average price.')),
      liquidation: v.pipe(
        v.nullable(decimal),
        v.description(
          `The mark price at which the first of them is liquidated, the ${against} of all; null when none does.`,
        ),
      ),
    }),
  );

const robotContract = entity('What a grid on a contract trades, and has open there.', {
  contract: contractId,
  mark: v.pipe(v.nullable(decimal), v.description('The mark price; null while too few price sources are alive.')),
  margin: v.pipe(decimal, v.description('Behind all its positions.')),
  long: openSide('longs', 'highest'),
  short: openSide('shorts', 'lowest'),
  liquidated: v.pipe(count, v.description('Positions that were liquidated so far, in part or in full.')),
});
export type RobotContract = v.InferOutput<typeof robotContract>;

export const robot = entity(
  'A robot of the user’s own. Amounts are in the quote of its pair unless they say otherwise.',
  {
    id,
    name: v.string(),
    strategy: strategyName,
    pair: pairId,
    base: assetId,
    quote: assetId,
    state: robotState,
    cause: v.pipe(v.nullable(robotCause), v.description('Why it is paused or stopped; null while it runs.')),
    parameters: robotParameters,
    cycleMinutes: v.pipe(
      v.nullable(count),
      v.description(
        'Its cycle: minutes from one decision to the next. Null for a strategy that acts whenever the price reaches one of its orders.',
      ),
    ),
    ownUsageCount: v.pipe(
      count,
      v.description(
        'How often the user has used its product: robots started of its strategy on its pair, this one and those that ended too. Going on after a pause is the same use.',
      ),
    ),
    bounds: robotBounds,
    putIn: v.pipe(decimal, v.description('What it started with.')),
    value: v.pipe(decimal, v.description('What it holds at the last price; what it returned once it stopped.')),
    profit: v.pipe(
      decimal,
      v.description('Value less what was put in: `realized + held - fees`, before the service fee while it runs.'),
    ),
    realized: v.pipe(
      decimal,
      v.description(
        'Made by coins that were bought and sold again, or by positions that were closed, before trading fees.',
      ),
    ),
    held: v.pipe(
      decimal,
      v.description(
        'What coins still held are worth above what they cost, or the profit of open positions at the mark price.',
      ),
    ),
    fees: v.pipe(decimal, v.description('Trading fees so far, at the price of each trade.')),
    serviceFee: v.pipe(decimal, v.description('Service fee taken at its end; 0 without a profit.')),
    serviceShare: v.pipe(decimal, v.description('The share of the profit it takes, as agreed at the start.')),
    quoteHeld: v.pipe(decimal, v.description('Quote it holds, with what is behind its orders.')),
    baseHeld: v.pipe(decimal, v.description('What it holds of `base`, with what is behind its orders.')),
    coins: v.pipe(
      v.array(robotCoin),
      v.minLength(1),
      v.description('Every coin it trades, the first that of `pair`; of a basket in the order of its parameters.'),
    ),
    contract: v.pipe(v.nullable(robotContract), v.description('Of a grid on a contract; null for others.')),
    trades: v.pipe(count, v.description('Trades so far.')),
    pairs: v.pipe(count, v.description('Purchases that were sold again; positions that took their profit.')),
    safetyOrders: v.pipe(
      v.nullable(count),
      v.description('Safety orders filled since an averaging robot held no coin; null for others.'),
    ),
    openOrders: count,
    line: v.pipe(v.array(decimal), v.description('Its value over time for a sparkline, oldest first, at most 48.')),
    startedAt: timestamp,
    changedAt: v.pipe(timestamp, v.description('When its state changed last.')),
    endedAt: v.nullable(timestamp),
  },
);
export type Robot = v.InferOutput<typeof robot>;

export const robotOpenOrder = entity('An order of a robot that rests in the book.', {
  id,
  pair: pairId,
  side,
  price: decimal,
  amount: decimal,
  filled: decimal,
  closesAt: v.pipe(
    v.nullable(decimal),
    v.description('Where the position it opens takes its profit; null of a spot order.'),
  ),
  at: timestamp,
});

export type RobotOpenOrder = v.InferOutput<typeof robotOpenOrder>;

export const robotPosition = entity('An open position of a grid on a contract.', {
  id,
  side: v.picklist(['long', 'short']),
  price: v.pipe(decimal, v.description('What it was opened at, on average.')),
  amount: v.pipe(decimal, v.description('In base.')),
  margin: decimal,
  closesAt: v.pipe(decimal, v.description('The mark price at which it takes its profit.')),
  liquidation: v.nullable(decimal),
  at: timestamp,
});
export type RobotPosition = v.InferOutput<typeof robotPosition>;

/** Why a position of a robot was closed. */
export const robotClosing = choice(
  'Why a position was closed: its profit was taken, its margin was too little, somebody else’s was, or the robot ended or was changed.',
  ['take-profit', 'liquidated', 'deleveraged', 'asked'],
);

export const robotTrade = entity('A fill of a robot’s order.', {
  id,
  pair: pairId,
  side,
  price: decimal,
  amount: v.pipe(decimal, v.description('In base.')),
  total: v.pipe(decimal, v.description('In quote.')),
  fee: v.pipe(decimal, v.description('In quote, at the price of the trade.')),
  boughtAt: v.pipe(
    v.nullable(decimal),
    v.description('The price its coins cost, of a sale; what a position that it closed was opened at; else null.'),
  ),
  net: v.pipe(
    v.nullable(decimal),
    v.description('What a sale, or the closing of a position, made after all its fees; null for what opened.'),
  ),
  closing: v.pipe(v.nullable(robotClosing), v.description('Of the closing of a position; else null.')),
  at: timestamp,
});
export type RobotTrade = v.InferOutput<typeof robotTrade>;

export const robotDay = entity(
  'What robots made within a day of UTC+8: the change of their value, money moved in and out left out.',
  {
    day: v.pipe(v.string(), v.description('As in `2026-11-25`.')),
    income: decimal,
    fees: decimal,
    trades: count,
    complete: v.pipe(v.boolean(), v.description('False for today, which goes on.')),
  },
);
export type RobotDay = v.InferOutput<typeof robotDay>;

export const robotValue = v.pipe(v.tuple([timestamp, decimal]), v.description('Its value at a moment.'));

/** That a robot did something: an order of it came into the book or was filled, or its state changed. */
export interface RobotChange {
  readonly id: string;
  /** When its last step was written, in epoch milliseconds. */
  readonly at: number;
}
