import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { Job } from '#server/core/jobs/jobs.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { markContracts, stepOf } from './prices/clock.ts';
import { type ContractCharts, openContractCharts } from './charts/contract-charts.ts';
import { fundContractMakers, quoteContracts } from './makers/makers.ts';
import { type ContractPlacement, type LoadedContracts, loadContracts } from './load-contracts.ts';
import { execute } from './requests/execute.ts';
import { Contracts } from './contracts.ts';
import { createContractHandlers } from './calls.ts';
import { listContracts, type ListedContract, settlingAsset } from './listed-contracts.ts';
import { contractTopics } from './topic.ts';
import { writeContractNotices } from './notices/write-contract-notices.ts';
import { type ContractsDeps } from './deps.ts';

/** How often mark prices advance, and how often the makers quote. */
const markEveryMs = 500;
const quoteEveryMs = 1_500;
/** How often closings and margin warnings become notices. */
const writeNoticesEveryMs = 1_000;
/** An engine that is lost is noticed within this, beyond the silence that makes it one. */
const placesEveryMs = 250;

/** The contracts of a running exchange. */
export interface OpenedContracts extends Area<ReturnType<typeof createContractHandlers>> {
  readonly contracts: Contracts;
  /** Their candles; null for none. */
  readonly charts: ContractCharts | null;
  /** How many contracts other engines run, by the name of each; null where this process runs all of them. */
  readonly contractsElsewhere: (() => ReadonlyMap<string, number>) | null;
  /**
   * Opens the contracts that were listed since, as far as what they follow is among these pairs or gold.
   *
   * @throws Refusal `busyRetry` while the store is away
   */
  follow(pairs: readonly Pair[]): Promise<void>;
}

/**
 * Opens the contracts: rebuilds every market from the store; its jobs follow prices. Nothing is closed before a fresh
 * price.
 */
export async function openContracts(deps: ContractsDeps): Promise<OpenedContracts> {
  const { database, clock, pairs, gold } = deps;
  const withGold = (listed: readonly Pair[]) => (gold === undefined ? listed : [...listed, gold.index]);
  const loaded = await loadContracts({
    ...deps,
    database: deps.writer ?? database,
    listed: listContracts(withGold(pairs), gold?.hours),
    execute: deps.execute ?? execute,
    isStopped: ({ wallet }) =>
      deps.gate.isStopped(wallet === 'gold' ? 'gold' : 'contracts', { assets: [settlingAsset] }),
    committed({ market, trades, ...changed }) {
      charts?.record(market.listed.id, trades);
      contracts.published(market, changed);
    },
    failed(error, what) {
      deps.logger.error({ err: error }, what);
      if (error instanceof OutcomeUnknown) charts?.doubt(false);
    },
    settled: () => deps.doubts?.settled(),
    tracer: deps.tracer ?? null,
    placement: placementOf(deps, {
      missed(missing) {
        charts?.doubt(true);
        deps.doubts?.settled();
        for (const contract of missing) contracts.changed(contract);
      },
      stepOf: (market) => stepOf(market, deps.indexOf, clock(), contracts.isViewed(market) ? deps.random : null),
    }),
  });
  const walletsOff = gold?.isOn === false ? (['gold'] as const) : [];
  const contracts = new Contracts(loaded.markets, loaded.execution, clock, walletsOff, deps.isWatched);
  if (deps.isOn && deps.random !== null) await fundMakers(deps, contracts);
  const charts = await openCharts(deps, contracts);
  const unfollow = deps.storeHealth?.onChange((state) => state === 'ready' && charts?.doubt(true));
  const { placer } = loaded;
  return {
    contracts,
    charts,
    contractsElsewhere: placer && (() => placer.counts()),
    calls: createContractHandlers({ database, contracts }),
    topics: contractTopics(contracts),
    jobs: [...(deps.isOn ? jobsOf(deps, contracts) : []), ...placementJobs(placer)],
    async follow(now) {
      const followed = withGold(now);
      const listed = listContracts(followed, gold?.hours);
      for (const one of listed) {
        const pair = followed.find(({ id }) => id === one.pair);
        if (!loaded.has(one.id) && pair !== undefined) charts?.add(one, pair);
      }
      await loaded.follow(listed);
    },
    async close() {
      unfollow?.();
      await loaded.close().finally(() => charts?.close());
    },
  };
}

function placementOf(
  { engines, logger }: ContractsDeps,
  own: Pick<ContractPlacement, 'missed' | 'stepOf'>,
): ContractPlacement | null {
  return engines === undefined || engines === null ? null : { ...engines, ...own, logger };
}

function placementJobs(placer: LoadedContracts['placer']): Job[] {
  if (placer === null) return [];
  const run = () => placer.look();
  return [{ name: 'contracts of other engines', everyMs: placesEveryMs, run, stop: () => placer.stop() }];
}

async function fundMakers({ database, ledger, clock }: ContractsDeps, contracts: Contracts): Promise<void> {
  for (const wallet of new Set(contracts.listed().map((one) => one.wallet))) {
    await fundContractMakers({ database, ledger }, clock(), wallet);
  }
}

function jobsOf({ database, clock, indexOf, random }: ContractsDeps, contracts: Contracts): Job[] {
  const mark = () => markContracts(contracts, indexOf, clock, random);
  return [
    { name: 'mark contracts', everyMs: markEveryMs, run: mark },
    {
      name: 'notices of contracts',
      everyMs: writeNoticesEveryMs,
      run: (isClosed) => writeContractNotices(database, listedById(contracts), clock(), isClosed),
      isLoggedOnly: true,
    },
    ...(random === null
      ? []
      : [{ name: 'quote contracts', everyMs: quoteEveryMs, run: () => quoteContracts(contracts, random) }]),
  ];
}

/** Every contract by its id, also of a product that is switched off meanwhile. */
function listedById({ markets }: Contracts): ReadonlyMap<string, ListedContract> {
  return new Map([...markets.values()].map(({ listed }) => [listed.id, listed]));
}

/** The candles of the visible contracts, loaded before trading starts. */
async function openCharts(deps: ContractsDeps, contracts: Contracts): Promise<ContractCharts | null> {
  const { database, clock, logger, pairs, gold } = deps;
  if (deps.charts === undefined) return null;
  const charts = await openContractCharts({
    ...deps.charts,
    database,
    contracts: contracts.listed(),
    followed: gold === undefined ? pairs : [...pairs, gold.index],
    clock,
    logger,
  });
  contracts.onChange((contract) => charts.heartbeat(contract));
  return charts;
}
