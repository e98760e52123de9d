import type { Ticks, Units } from '#protocol/core/brand.ts';
import { baseValue, isOrder } from '#protocol/robots/maths/sizing.ts';
import type { RobotEvent, RobotHoldings, RobotMarket, RobotOrder } from '#protocol/robots/maths/strategy.ts';
import { tradeAt } from '../trade.ts';

type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/**
 * The books of a back-test of several coins: what the robot holds, and what its market orders came to. They refuse what the
 * exchange would refuse: orders that do not fit their market, and those that need more than there is.
 */
export class BasketBook {
  readonly markets: readonly RobotMarket[];
  trades = 0;
  pairs = 0;
  won = 0;
  /** In quote, at the price of each fill. */
  fees: Units = 0n;
  #quote: Units;
  readonly #held: Units[];
  /** What the held coins cost. */
  readonly #paid: Units[];

  constructor(markets: readonly RobotMarket[], quote: Units) {
    this.markets = markets;
    this.#quote = quote;
    this.#held = markets.map(() => 0n);
    this.#paid = markets.map(() => 0n);
  }

  get holdings(): Required<RobotHoldings> {
    return { quote: this.#quote, base: this.#held[0] ?? 0n, coins: [...this.#held] };
  }

  /** Whether it holds what makes an order of any coin. */
  get holdsCoins(): boolean {
    return this.markets.some(({ minLots, lotUnits }, coin) => (this.#held[coin] ?? 0n) >= BigInt(minLots) * lotUnits);
  }

  /** What it holds at prices by coin, in quote units. */
  value(prices: readonly Ticks[]): Units {
    return this.markets.reduce(
      (sum, market, coin) => sum + baseValue(market, this.#held[coin] ?? 0n, prices[coin] ?? 0),
      this.#quote,
    );
  }

  /** Fills a market order at a price. @returns null when the exchange would refuse it */
  take({ ref, coin = 0, side, lots }: RobotOrder, ticks: Ticks): Fill | null {
    const market = this.markets[coin];
    const held = this.#held[coin] ?? 0n;
    if (market === undefined || !isOrder(market, ticks, lots)) return null;
    const { given, received, fee } = tradeAt(market, side, lots, ticks, market.takerFeePpm);
    if (given > (side === 'buy' ? this.#quote : held)) return null;
    const paid = this.#paid[coin] ?? 0n;
    this.trades += 1;
    this.fees += fee;
    if (side === 'buy') {
      this.#quote -= given;
      this.#held[coin] = held + received;
      this.#paid[coin] = paid + given;
    } else {
      const cost = (paid * given) / held;
      this.#quote += received;
      this.#held[coin] = held - given;
      this.#paid[coin] = paid - cost;
      this.pairs += 1;
      if (received > cost) this.won += 1;
    }
    const named = { kind: 'fill', ref, ...(coin === 0 ? {} : { coin }), side } as const;
    return { ...named, ticks, lots, received, given, done: true };
  }
}
