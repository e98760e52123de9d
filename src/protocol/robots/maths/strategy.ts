import type { Lots, Ms, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import type { MarginTerms } from '#protocol/contracts/maths/margin.ts';
import type { ValueSteps } from '#protocol/contracts/maths/orders.ts';

/** The strategies a robot may follow (product specification point 3). A new one is one file and one row of `strategies.ts`. */
export const strategyNames = ['grid', 'averaging', 'trend', 'rebalance', 'contract-grid'] as const;

/** One of the strategies. */
export type StrategyName = (typeof strategyNames)[number];

/** The terms of the pair a robot trades, as integers: prices in ticks, quantities in lots, money in smallest units. */
export interface RobotMarket extends ValueSteps {
  /** Digits behind the point of the two coins’ smallest units. */
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly tickUnits: Units;
  /** Base units of one lot. */
  readonly lotUnits: Units;
  readonly minLots: Lots;
  readonly maxLots: Lots;
  /** Smallest value of an order, in quote units. */
  readonly minTotalUnits: Units;
  readonly makerFeePpm: Ppm;
  readonly takerFeePpm: Ppm;
  /** Of a contract: its margin and fees; absent for a spot pair. Its maker’s and taker’s fee is that of an opening. */
  readonly contract?: ContractMarket;
}

/** What a contract adds to the terms of a market. Its prices are mark prices where something is triggered. */
export interface ContractMarket extends MarginTerms {
  /** Of the value that lots are closed at. */
  readonly closeFeePpm: Ppm;
  /** Of the cost held, at each 00:00 UTC, taken from the margin. */
  readonly overnightFeePpm: Ppm;
}

/**
 * What a robot holds in all, with what is frozen behind its orders. On a contract it holds quote alone: without the margin of
 * its positions, but with that of its orders.
 */
export interface RobotHoldings {
  readonly quote: Units;
  readonly base: Units;
  /** Of each coin of a basket, the first is `base`; absent for one coin. */
  readonly coins?: readonly Units[];
}

/** An order a strategy wants to have in the book. */
export interface RobotOrder {
  /** Its number within the robot: from 1 on, never used twice. */
  readonly ref: number;
  /** Which coin of a basket it trades: that of the robot’s pair, 0, when absent. */
  readonly coin?: number;
  readonly side: 'buy' | 'sell';
  /** Its limit; null for a market order, which takes what is there and never rests. */
  readonly ticks: Ticks | null;
  readonly lots: Lots;
  /** Of a contract: a purchase opens a long with it, a sale a short. Its fills grow one position, which has the order’s number. */
  readonly opens?: Opening;
}

/** How a position is opened. */
interface Opening {
  readonly leverage: number;
  /** The mark price at which its profit is taken: all of it, at the market. */
  readonly closesAt: Ticks;
}

/** What happened to the robot's market or its orders. */
export type RobotEvent =
  /** An order of its own was filled, in part or, with `done`, to its end; `done` with lots of 0 is an order that ended unfilled. */
  | {
      readonly kind: 'fill';
      readonly ref: number;
      /** As in `RobotOrder`. */
      readonly coin?: number;
      readonly side: 'buy' | 'sell';
      /** The average price of these lots, truncated to a tick. */
      readonly ticks: Ticks;
      readonly lots: Lots;
      /** What was received of it after the fee: base units of a purchase, quote units of a sale; 0 of a contract, as is `given`. */
      readonly received: Units;
      /** What was given for it: quote units of a purchase, base units of a sale. */
      readonly given: Units;
      readonly done: boolean;
    }
  /** Lots of a position that its order `ref` opened were closed: at its profit, by a liquidation, or as asked for. */
  | {
      readonly kind: 'closed';
      readonly ref: number;
      /** The average price of these lots, truncated to a tick. */
      readonly ticks: Ticks;
      readonly lots: Lots;
    }
  /** A candle of the strategy's interval has closed. */
  | {
      readonly kind: 'candle';
      /** Which coin of a basket; 0 when absent. */
      readonly coin?: number;
      /** When it began: given to robots of several coins, whose candles belong together by it. */
      readonly start?: Ms;
      readonly open: Ticks;
      readonly high: Ticks;
      readonly low: Ticks;
      readonly close: Ticks;
    }
  /** The last price reached what the strategy watches for. */
  | { readonly kind: 'watch'; readonly ticks: Ticks }
  /** It goes on after a pause: none of its orders is in the book. */
  | {
      readonly kind: 'resume';
      readonly ticks: Ticks;
      /** Last prices of the further coins of a basket. */
      readonly others?: readonly Ticks[];
    };

/** What a strategy wants after an event. Cancels come before the new orders. */
export interface RobotStep<State> {
  readonly state: State;
  readonly cancels: readonly number[];
  readonly orders: readonly RobotOrder[];
  /** The last price at which it wants to hear of it: at or below, at or above; null for never. */
  readonly watch: { readonly below: Ticks | null; readonly above: Ticks | null };
}

/** What a strategy knows when it decides. It reads no clock and draws no numbers: equal inputs give equal orders. */
export interface RobotContext {
  readonly market: RobotMarket;
  /** The markets of each coin of a basket, the first is `market`; absent for one coin. */
  readonly markets?: readonly RobotMarket[];
  readonly holdings: RobotHoldings;
  readonly now: Ms;
}

/** A further coin of a basket: its market, and its last price. */
export interface PricedMarket {
  readonly market: RobotMarket;
  readonly ticks: Ticks;
}

/** Why parameters cannot run: named by the field of the form. */
export interface ParameterProblem {
  readonly field: string;
  readonly problem: 'too-low' | 'too-high' | 'too-many' | 'wrong-order' | 'too-little-money';
}

/**
 * A strategy: pure and deterministic. The same file runs live, in the back-test and in the model tests.
 *
 * `State` is plain data that survives JSON: no bigint, only numbers, texts, arrays and objects.
 */
export interface Strategy<Parameters, State> {
  readonly name: StrategyName;
  /** The minutes that candles it decides on may have, the shortest first; empty for one that hears of none. */
  readonly candleChoices: readonly number[];
  /** Minutes of the candles it decides on, which is its cycle (see the glossary); null for one that hears of none. */
  candleMinutes(parameters: Parameters): number | null;
  /**
   * What is wrong with parameters for a market and an amount of quote units; null when they can run.
   *
   * @param others further coins of a basket, in the order of its parameters
   */
  check(
    parameters: Parameters,
    market: RobotMarket,
    amount: Units,
    ticks: Ticks,
    others?: readonly PricedMarket[],
  ): ParameterProblem | null;
  /** Its first orders. @param others last prices of further coins */
  start(parameters: Parameters, context: RobotContext, ticks: Ticks, others?: readonly Ticks[]): RobotStep<State>;
  on(parameters: Parameters, state: State, event: RobotEvent, context: RobotContext): RobotStep<State>;
}
