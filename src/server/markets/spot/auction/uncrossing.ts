import type { SpotMarket } from '../market.ts';
import type { UncrossRequest } from '../spot.ts';

interface UncrossingDeps {
  readonly markets: ReadonlyMap<string, SpotMarket>;
  /** Whether nothing of a market moves now. */
  readonly isHeld: (market: SpotMarket) => boolean;
  /** Uncrosses a portion; resolves when it is durable. */
  readonly submit: (request: UncrossRequest) => Promise<unknown>;
  /** Trades of a portion. */
  readonly most: number;
  readonly failed: (error: unknown, what: string) => void;
}

/**
 * Uncrosses pairs that were opened by a call auction, portion after portion through their writer. How far it came is in
 * the store alone: a book whose bids reach its asks is not done, whatever ended the last run.
 *
 * @returns a run, of which one goes on at a time
 */
export function createUncrossing({ markets, isHeld, submit, most, failed }: UncrossingDeps): () => Promise<void> {
  // A portion that was not written has left the book in memory uncrossed: it is asked for until one is.
  const unfinished = new Set<string>();
  let running: Promise<void> | null = null;

  async function open(pair: string, market: SpotMarket): Promise<void> {
    if (market.isUncrossing) unfinished.add(pair);
    try {
      while (unfinished.has(pair) && !isHeld(market)) {
        await submit({ kind: 'uncross', pair, most });
        if (!market.isUncrossing) unfinished.delete(pair);
      }
    } catch (error) {
      failed(error, `what the auction of ${pair} collected was not uncrossed yet`);
    }
  }

  return () => {
    running ??= Promise.all([...markets].map(([pair, market]) => open(pair, market)))
      .then(() => undefined)
      .finally(() => (running = null));
    return running;
  };
}
