import type { Ms } from '#protocol/core/brand.ts';
import type { RemoteMarket } from '#server/cluster/placement/remote-market.ts';
import { Router } from '#server/cluster/placement/router.ts';
import { MarketPlacer, type MarketPlacerDeps } from '#server/cluster/placement/market-placer.ts';
import { type BookedPair, openingOf } from '../auction/phase.ts';
import type { SpotMarket } from '../market.ts';
import { termsOf } from '../pair-terms.ts';
import type { SpotRequest } from '../spot.ts';
import { type PairWriter, spotWriter } from '../pair-writer.ts';
import type { SpotFamily } from './messages.ts';
import { MarketReplica } from './market-replica.ts';
import type { ViewedMarkets } from './views.ts';

/** Spot pairs that are shared between engines. */

/** Leads commands to whoever writes their pair. */
export type PairRouter = Router<SpotFamily, MarketReplica>;

/** Gives pairs to other engines and takes them back. */
export type PairPlacer = MarketPlacer<SpotFamily, MarketReplica>;

type RemotePairs = ReadonlyMap<string, RemoteMarket<SpotFamily, MarketReplica>>;

/** A router of the commands of pairs, which are written here as long as no other engine runs them. */
export function pairRouter(writer: PairWriter): PairRouter {
  return new Router({ writer, marketOf: (request, remotes) => pairOf(request, remotes, writer) });
}

/** What sharing pairs needs. */
interface PairPlacerDeps extends Omit<
  MarketPlacerDeps<SpotFamily, MarketReplica>,
  'family' | 'writer' | 'mayMove' | 'replicaOf' | 'differs'
> {
  readonly writer: PairWriter;
}

/** Shares pairs. @param listed what is listed now */
export function pairPlacer(deps: PairPlacerDeps, listed: readonly BookedPair[]): PairPlacer {
  const { writer, router, clock } = deps;
  return new MarketPlacer(
    {
      ...deps,
      family: spotWriter,
      // Auctions stay here, and what is broken.
      mayMove({ id }) {
        const market = router.remote(id)?.replica ?? writer.markets.get(id);
        return market !== undefined && market.halted === null && market.phaseAt(clock()) === 'trading';
      },
      replicaOf: (pair) => new MarketReplica(termsOf(pair), openingOf(pair)),
      differs: (assigned, now) => JSON.stringify(assigned) !== JSON.stringify(now),
    },
    listed,
  );
}

/** Whether a pair of another engine does not trade now. */
export function isStoppedElsewhere(router: PairRouter, market: MarketReplica, at: Ms): boolean {
  return market.halted !== null || market.phaseAt(at) !== 'trading' || router.remote(market.id)?.isHeld() !== false;
}

/** Books of this process, and replicas of those of other engines. */
export function allPairs(writer: PairWriter, router: PairRouter): ViewedMarkets<SpotMarket | MarketReplica> {
  return {
    get: (pair) => router.remote(pair)?.replica ?? writer.markets.get(pair),
    *values() {
      for (const [pair, market] of writer.markets) if (router.remote(pair) === undefined) yield market;
      for (const { replica } of router.remotes()) yield replica;
    },
  };
}

/** The pair of a request; null for one that there is none of, and for an order that rests nowhere. */
function pairOf(request: SpotRequest, remotes: RemotePairs, writer: PairWriter): string | null {
  if (request.kind === 'place') {
    const isKnown = remotes.has(request.pair) || writer.has(request.pair);
    return isKnown ? request.pair : null;
  }
  for (const [pair, { replica }] of remotes) if (replica.open.has(request.id)) return pair;
  for (const [pair, { open }] of writer.markets) if (open.has(request.id)) return pair;
  return null;
}
