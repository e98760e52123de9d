import type { ListedContract } from '#protocol/contracts/entities.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';

/** What a chart needs to know of a pair, an index or a contract. */
export type ChartedPair = Pick<Pair, 'id' | 'base' | 'quote' | 'priceDecimals'> & {
  /** Set where the candles are those of a contract; the id is the contract's too. */
  readonly contract?: ListedContract;
};

/** What is charted, as users call it. */
export function titleOf({ base, quote, contract }: ChartedPair): string {
  return contract?.name ?? `${base}/${quote}`;
}
