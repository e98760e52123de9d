import type { Ms, Units } from '#protocol/core/brand.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { RobotMarket } from '../strategy.ts';
import type { CandleColumns, MissingTime } from './candle-columns.ts';
import type { Curve } from './equity.ts';

/** What a robot is tested with. */
export interface BackTestInput {
  readonly parameters: RobotParameters;
  readonly market: RobotMarket;
  /** What is put in, in quote units. */
  readonly amount: Units;
  /** At least two candles. Their minutes divide those of the candles that the strategy decides on. */
  readonly candles: CandleColumns;
  /** Further coins of a basket, in the order of its parameters, with candles of the same step. */
  readonly others?: readonly { readonly market: RobotMarket; readonly candles: CandleColumns }[];
}

/** What a robot would have made of it. Shares are numbers: 0.05 is 5 %. */
export interface BackTest {
  readonly from: Ms;
  readonly to: Ms;
  /** Where the part begins that is not tuned on. */
  readonly unseenAt: Ms;
  readonly amount: Units;
  /** What it holds at the end, at the last price, in quote units; before any service fee. */
  readonly value: Units;
  /** The change of the value, over all, over the first two thirds, and over the last one. */
  readonly change: number;
  readonly tuned: number;
  readonly unseen: number;
  /** The change of coins that were bought for all the money at the beginning and held; of a basket, for their shares of it. */
  readonly holding: number;
  /** The deepest falls behind the highest value before. */
  readonly drawdown: number;
  readonly holdingDrawdown: number;
  /** Filled orders, sales among them, and sales that brought more than their coins had cost. */
  readonly trades: number;
  readonly pairs: number;
  readonly won: number;
  /** Positions that were liquidated; 0 where nothing is traded on margin. */
  readonly liquidated: number;
  /** In quote units. */
  readonly fees: Units;
  /** Share of the time the price was between the bounds of a grid; of others, that they held coins. */
  readonly inRange: number;
  readonly curve: Curve;
  /** The end of each point of the curve. */
  readonly at: readonly Ms[];
  readonly missing: { readonly minutes: number; readonly longest: readonly MissingTime[] };
}
