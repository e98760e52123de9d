import type { Level } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { pairOfTopic, repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { Market } from '#server/markets/candles/market.ts';
import type { Indication, Spot } from './spot.ts';

export interface DepthDeps {
  readonly market: Pick<Market, 'has' | 'onUpdate'>;
  readonly clock: Clock;
  readonly spot: Pick<Spot, 'depth' | 'indication' | 'onEvents'>;
}

/** One side of the published book, which computes deltas to a new state. */
class PublishedSide {
  #levels = new Map<string, string>();

  /** Advances to `current` and returns the changed levels; removed ones have quantity `0`. */
  moveTo(current: readonly Level[]): Level[] {
    const next = new Map(current);
    const changes: Level[] = [];
    for (const [price, amount] of next) if (this.#levels.get(price) !== amount) changes.push([price, amount]);
    for (const price of this.#levels.keys()) if (!next.has(price)) changes.push([price, '0']);
    this.#levels = next;
    return changes;
  }

  levels(): Level[] {
    return [...this.#levels];
  }
}

/**
 * `depth:PAIR`: the best levels of both sides, as the difference of two published states, with what an auction would
 * come to.
 */
export function depthTopic({ spot, market, clock }: DepthDeps): TopicSource<'depth'> {
  return {
    kind: 'depth',
    has: (topic) => market.has(pairOfTopic(topic)),
    open(topic, due) {
      const pair = pairOfTopic(topic);
      const bids = new PublishedSide();
      const asks = new PublishedSide();
      let publishedAtMs = clock();
      let touched = false;
      let said: Indication | null = null;
      const publish = (indication: Indication | null) => {
        const current = spot.depth(pair, depthLevelsMax);
        said = indication;
        return { bids: bids.moveTo(current.bids), asks: asks.moveTo(current.asks), ...auctionOf(indication) };
      };
      publish(spot.indication(pair));
      const stops = [
        spot.onEvents((event) => {
          if (event.pair !== pair) return;
          touched = true;
          due();
        }),
        // The market's heartbeat: an unchanged book is published again.
        market.onUpdate((update) => {
          if (update.pair === pair) due();
        }),
      ];
      return {
        snapshot: () => ({ bids: bids.levels(), asks: asks.levels(), ...auctionOf(spot.indication(pair)) }),
        take() {
          const repeat = clock() - publishedAtMs >= repeatAfterMs;
          // It can change by what is below the published levels, and ends without any change of them.
          const indication = spot.indication(pair);
          const moved = indication?.price !== said?.price || indication?.amount !== said?.amount;
          if (!touched && !repeat && !moved) return null;
          touched = false;
          const changes = publish(indication);
          if (changes.bids.length + changes.asks.length === 0 && !repeat && !moved) return null;
          publishedAtMs = clock();
          return changes;
        },
        close: () => stops.forEach((stop) => stop()),
      };
    },
  };
}

function auctionOf(indication: Indication | null): { readonly auction?: Indication } {
  return indication === null ? {} : { auction: indication };
}
