import type { Pair } from '../../../protocol/entities/market.ts';
import type { Area } from '../../core/areas/area.ts';
import { isHouse } from '../../core/ledger/account.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import { markContracts } from './clock.ts';
import { type ContractCharts, openContractCharts } from './charts/contract-charts.ts';
import { fundContractMakers, quoteContract, quoteContracts } from './makers/makers.ts';
import { ContractMarket } from './market.ts';
import { execute } from './requests/execute.ts';
import type { ContractRun } from './run.ts';
import { ContractWriter } from './writer.ts';
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

/** The contracts of a running exchange. */
export interface OpenedContracts extends Area<ReturnType<typeof createContractHandlers>> {
  readonly contracts: Contracts;
  /** Their candles; null for none. */
  readonly charts: ContractCharts | null;
  /** Opens the contracts that were listed since, as far as what they follow is among these pairs or gold. */
  follow(pairs: readonly Pair[]): void;
}

/**
 * Opens the contracts: rebuilds every market from the store; its jobs follow prices. Nothing is closed before a fresh
 * price.
 */
export async function openContracts(deps: ContractsDeps): Promise<OpenedContracts> {
  const { database, ledger, clock, logger } = deps;
  const { pairs, gold } = deps;
  const withGold = (listed: readonly Pair[]) => (gold === undefined ? listed : [...listed, gold.index]);
  const isStopped = ({ wallet }: ListedContract) => deps.gate.isStopped(wallet, { assets: [settlingAsset] });
  const marketOf = (one: ListedContract) => new ContractMarket(one, () => isStopped(one));
  const markets = new Map(listContracts(withGold(pairs), gold?.hours).map((one) => [one.id, marketOf(one)]));
  const writer = new ContractWriter({
    database: deps.writer ?? database,
    ledger,
    clock,
    markets,
    isHouse,
    execute: deps.execute ?? execute,
    committed(runs) {
      publishTrades(charts, runs);
      contracts.published(runs);
    },
    failed(error, what) {
      logger.error({ err: error }, what);
      if (error instanceof OutcomeUnknown) charts?.doubt(false);
    },
    settled: () => deps.doubts?.settled(),
    tracer: deps.tracer ?? null,
  });
  const contracts = new Contracts(markets, writer, clock, gold?.isOn === false ? ['gold'] : [], deps.isWatched);
  await writer.load();
  if (deps.isOn && deps.random !== null) await fundMakers(deps, contracts);
  const charts = await openCharts(deps, contracts);
  const unfollow = deps.storeHealth?.onChange((state) => state === 'ready' && charts?.doubt(true));
  return {
    contracts,
    charts,
    calls: createContractHandlers({ database, contracts }),
    topics: contractTopics(contracts),
    jobs: deps.isOn ? jobsOf(deps, contracts) : [],
    follow(now) {
      const followed = withGold(now);
      for (const one of listContracts(followed, gold?.hours)) {
        if (markets.has(one.id)) continue;
        const pair = followed.find(({ id }) => id === one.pair);
        if (pair !== undefined) charts?.add(one, pair);
        markets.set(one.id, marketOf(one));
      }
    },
    async close() {
      unfollow?.();
      await writer.close().finally(() => charts?.close());
    },
  };
}

async function fundMakers({ database, ledger, clock }: ContractsDeps, contracts: Contracts): Promise<void> {
  for (const wallet of new Set(contracts.listed().map((one) => one.wallet))) {
    await fundContractMakers({ database, ledger }, clock(), wallet);
  }
}

function jobsOf({ database, clock, indexOf, random }: ContractsDeps, contracts: Contracts): Job[] {
  const quote = random === null ? null : (market: ContractMarket) => quoteContract(contracts, market, random);
  const mark = () => markContracts(contracts, indexOf, clock, quote);
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
  return new Map([...markets].map(([id, { listed }]) => [id, listed]));
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

function publishTrades(charts: ContractCharts | null, runs: ReadonlyMap<ContractMarket, ContractRun>): void {
  for (const [{ listed }, { changes }] of runs) charts?.record(listed.id, changes.trades);
}
