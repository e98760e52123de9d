import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import { dueEveryMs, handleDuePairs } from '#server/core/instrument-acts/due.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import type { Job } from '#server/core/jobs/jobs.ts';
import type { Market } from '../candles/market.ts';
import { pairs as everListed } from '../pairs.ts';
import type { RemoteWorkers } from '#server/cluster/placement/remote-worker.ts';
import { createSpotHandlers } from './calls.ts';
import { type LoadedSpot, loadSpot } from './load-spot.ts';
import { DelistingNotices } from './notices/delisting-notices.ts';
import { FilledNotices } from './notices/filled-notices.ts';
import type { SpotFamily } from './remote/messages.ts';
import type { BookedPair } from './auction/phase.ts';
import type { Spot } from './spot.ts';
import { spotTopics } from './topic.ts';

const writeNoticesEveryMs = 1_000;
/** An engine that is lost is noticed within this, beyond the silence that makes it one. */
const placesEveryMs = 250;

interface SpotDeps
  extends
    Pick<CoreDeps, 'database' | 'writer' | 'background' | 'ledger' | 'clock' | 'logger' | 'gate'>,
    Partial<Pick<CoreDeps, 'doubts' | 'tracer'>> {
  readonly config: Pick<Config, 'p2pHold'>;
  readonly pairs: readonly BookedPair[];
  readonly market: Pick<Market, 'record' | 'doubt' | 'has' | 'onUpdate' | 'indexPrice'>;
  /** Engines that can run pairs, and which pairs are pinned to one; null where this process runs all of them. */
  readonly engines: { readonly workers: RemoteWorkers<SpotFamily>; readonly pins: ReadonlyMap<string, string> } | null;
}

/** Spot trading of a running exchange. */
interface OpenedSpot extends Area<ReturnType<typeof createSpotHandlers>> {
  readonly spot: Spot;
  /** How many pairs other engines run, by the name of each; null where this process runs all of them. */
  readonly pairsElsewhere: (() => ReadonlyMap<string, number>) | null;
}

/**
 * Opens spot trading: loads its books, feeds trades to the market data, and writes notices of filled orders.
 *
 * @throws Error when the store does not answer or a pair's terms are unsound
 */
export async function openSpot(deps: SpotDeps): Promise<OpenedSpot> {
  const { database, ledger, clock, logger, gate, market, pairs } = deps;
  const filled = new FilledNotices({
    database: deps.background,
    logger,
    clock,
    pairs: () => everListed.map(({ id }) => id),
  });
  const spot = await loadSpot({
    database: deps.writer,
    ledger,
    clock,
    pairs,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
    onFailure(error, what) {
      logger.error({ err: error }, what);
      if (error instanceof OutcomeUnknown) market.doubt(false);
    },
    onSettled: () => deps.doubts?.settled(),
    tracer: deps.tracer ?? null,
    placement: deps.engines && {
      ...deps.engines,
      logger,
      missed() {
        market.doubt(true);
        deps.doubts?.settled();
      },
    },
  });
  const { placer } = spot;
  // Whatever was missed, here or of another engine.
  const unfollow = deps.doubts?.onSettled(filled.missed);
  spot.onEvents((event) => market.record(event.pair, event.trades));
  spot.onEvents(filled.hear);
  return {
    spot,
    pairsElsewhere: placer && (() => placer.counts()),
    calls: createSpotHandlers({
      spot,
      database,
      indexPrice: deps.config.p2pHold ? (asset) => market.indexPrice(asset) : null,
    }),
    topics: spotTopics({ spot, market, clock }),
    jobs: jobsOf(deps, spot, filled),
    async close() {
      unfollow?.();
      await spot.close().finally(() => filled.write());
    },
  };
}

function jobsOf({ background, clock, logger }: SpotDeps, spot: LoadedSpot, filled: FilledNotices): Job[] {
  const { placer } = spot;
  const delistings = new DelistingNotices({ database: background, clock });
  return [
    { name: 'notices of filled orders', everyMs: writeNoticesEveryMs, run: () => filled.write(), isLoggedOnly: true },
    {
      name: 'openings and ends of pairs',
      everyMs: dueEveryMs,
      async run() {
        await delistings.write();
        await handleDuePairs({ database: background, clock, logger, cancelAll: (pair) => spot.cancelAll(pair) });
        await spot.uncross();
      },
    },
    ...(placer === null
      ? []
      : [
          {
            name: 'pairs of other engines',
            everyMs: placesEveryMs,
            run: () => placer.look(),
            stop: () => placer.stop(),
          },
        ]),
  ];
}
