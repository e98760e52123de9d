import type { Ms } from '../../../../protocol/core/brand.ts';
import type { RemoteMarket } from '../../spreading/remote-market.ts';
import { Router } from '../../spreading/router.ts';
import { Spreader, type SpreaderDeps } from '../../spreading/spreader.ts';
import { type BookedPair, openingOf } from '../auction/phase.ts';
import type { SpotMarket } from '../market.ts';
import { termsOf } from '../pair-terms.ts';
import type { SpotRequest } from '../spot.ts';
import { type PairWriter, spotWriter } from '../writing/pair-writer.ts';
import type { SpotFamily } from './messages.ts';
import { MirroredMarket } from './mirrored-market.ts';
import type { ViewedMarkets } from './views.ts';

/** Spot pairs that are shared between engines. */

/** Leads commands to whoever writes their pair. */
export type PairRouter = Router<SpotFamily, MirroredMarket>;

/** Gives pairs to other engines and takes them back. */
export type PairSpreader = Spreader<SpotFamily, MirroredMarket>;

type RemotePairs = ReadonlyMap<string, RemoteMarket<SpotFamily, MirroredMarket>>;

/** A router of the commands of pairs, which are written here as long as no other engine runs them. */
export function pairRouter(writer: PairWriter): PairRouter {
  return new Router({ writer, marketOf: (request, remotes) => pairOf(request, remotes, writer) });
}

/** What sharing pairs is given to work with. */
export interface PairSpreaderDeps extends Omit<
  SpreaderDeps<SpotFamily, MirroredMarket>,
  'family' | 'writer' | 'mayMove' | 'mirrorOf' | 'differs'
> {
  readonly writer: PairWriter;
}

/** Shares pairs. @param listed what is listed now */
export function pairSpreader(deps: PairSpreaderDeps, listed: readonly BookedPair[]): PairSpreader {
  const { writer, router, clock } = deps;
  return new Spreader(
    {
      ...deps,
      family: spotWriter,
      // Auctions stay here, and what is broken.
      mayMove({ id }) {
        const market = router.remote(id)?.mirror ?? writer.markets.get(id);
        return market !== undefined && market.halted === null && market.phaseAt(clock()) === 'trading';
      },
      mirrorOf: (pair) => new MirroredMarket(termsOf(pair), openingOf(pair)),
      differs: (given, now) => JSON.stringify(given) !== JSON.stringify(now),
    },
    listed,
  );
}

/** Whether a pair of another engine does not trade now. */
export function isStoppedElsewhere(router: PairRouter, market: MirroredMarket, at: Ms): boolean {
  return market.halted !== null || market.phaseAt(at) !== 'trading' || router.remote(market.id)?.isHeld() !== false;
}

/** Books of this process, and mirrors of those of other engines. */
export function allPairs(writer: PairWriter, router: PairRouter): ViewedMarkets<SpotMarket | MirroredMarket> {
  return {
    get: (pair) => router.remote(pair)?.mirror ?? writer.markets.get(pair),
    *values() {
      for (const [pair, market] of writer.markets) if (router.remote(pair) === undefined) yield market;
      for (const { mirror } of router.remotes()) yield mirror;
    },
  };
}

/** The pair of a request; null for one that there is none of, and for an order that rests nowhere. */
function pairOf(request: SpotRequest, remotes: RemotePairs, writer: PairWriter): string | null {
  if (request.kind === 'place') {
    const isKnown = remotes.has(request.pair) || writer.has(request.pair);
    return isKnown ? request.pair : null;
  }
  for (const [pair, { mirror }] of remotes) if (mirror.open.has(request.id)) return pair;
  for (const [pair, { open }] of writer.markets) if (open.has(request.id)) return pair;
  return null;
}
