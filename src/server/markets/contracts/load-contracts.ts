import type { Clock } from '#server/core/clock/clock.ts';
import { revokeWriters } from '#server/core/commit/owners.ts';
import { allInTurn } from '#server/core/jobs/recovering.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import { Router } from '#server/cluster/placement/router.ts';
import type { RemoteWorkers } from '#server/cluster/placement/remote-worker.ts';
import { MarketPlacer } from '#server/cluster/placement/market-placer.ts';
import type { ContractExecution, ViewedContracts } from './contracts.ts';
import { executeHere, type SharedExecution, executeAnywhere } from './remote/execution.ts';
import type { ListedContract } from './listed-contracts.ts';
import type { ContractOrder, ContractTrade } from './order.ts';
import type { ContractPosition } from './position.ts';
import type { ContractFamily } from './remote/messages.ts';
import { ContractReplica } from './remote/contract-replica.ts';
import type { Execute } from './requests/execute.ts';
import type { StepContract } from './requests/request.ts';
import type { ViewedContract } from './viewed-contract.ts';
import { contractsWriter, ContractWriter } from './writer.ts';

/** How contracts are placed on the engines that there are. */
export interface ContractPlacement {
  readonly workers: RemoteWorkers<ContractFamily>;
  /** The engine that a contract is pinned to, by its name. */
  readonly pins: ReadonlyMap<string, string>;
  readonly logger: Logger;
  /** Changes of these contracts that another engine committed may have been missed: they are in the store. */
  readonly missed: (contracts: readonly string[]) => void;
  /** The step of a contract's prices now: without one nothing is opened in a contract that has just moved. */
  readonly stepOf: (contract: ViewedContract) => StepContract;
}

/** What one commit changed in one contract. */
interface ContractEvent {
  readonly market: ViewedContract;
  /** Oldest first. */
  readonly trades: readonly ContractTrade[];
  readonly orders: readonly ContractOrder[];
  readonly positions: readonly ContractPosition[];
}

/** What contracts are loaded with. */
interface LoadContractsDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly listed: readonly ListedContract[];
  readonly execute: Execute;
  /** Whether nothing of a contract may move now. Checked per command. */
  readonly isStopped: (listed: ListedContract) => boolean;
  /** A commit changed a contract, whoever runs it. */
  readonly committed: (event: ContractEvent) => void;
  /** Called for failed writes and halted contracts. */
  readonly failed: (error: unknown, what: string) => void;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly settled: () => void;
  readonly tracer: Tracer | null;
  /** Null where this process runs every contract. */
  readonly placement: ContractPlacement | null;
}

/** Contracts that take requests. */
export interface LoadedContracts {
  readonly markets: ViewedContracts;
  readonly execution: ContractExecution;
  /** What places them on engines; null where this process runs every contract. */
  readonly placer: Pick<MarketPlacer<ContractFamily, ContractReplica>, 'look' | 'counts' | 'stop'> | null;
  /** Whether a contract is known. */
  has(contract: string): boolean;
  /** Takes what is listed now: new contracts open. @throws Refusal `busyRetry` while the store is away */
  follow(listed: readonly ListedContract[]): Promise<void>;
  /** Drains what was asked; later requests are refused. */
  close(): Promise<void>;
}

/**
 * Takes every contract back from the engines that ran it, and rebuilds it from the store.
 *
 * @throws Error when the store does not answer
 */
export async function loadContracts(deps: LoadContractsDeps): Promise<LoadedContracts> {
  const { database, clock, listed, placement } = deps;
  const writer = writerOf(deps);
  // Who has orders or positions in a contract that opens only now does not see them yet.
  const follow = async (own: readonly ListedContract[]) => void ((await writer.follow(own)) && deps.settled());
  const { fromId } = await database.transaction((tx) => revokeWriters(tx, contractsWriter, clock()));
  await writer.open(fromId);
  if (placement === null) {
    return {
      markets: writer.markets,
      execution: executeHere(writer, clock),
      placer: null,
      has: (contract) => writer.has(contract),
      follow,
      close: () => writer.close(),
    };
  }
  const router = new Router<ContractFamily, ContractReplica>({
    writer,
    marketOf: ({ contract }, remotes) => (remotes.has(contract) || writer.has(contract) ? contract : null),
  });
  const execution = executeAnywhere({ writer, router, clock, failed: deps.failed });
  const markets = marketsOf(listed, writer, router);
  const placer = placerOf(deps, placement, { writer, router, markets, execution });
  return {
    markets,
    execution,
    placer,
    has: (contract) => markets.get(contract) !== undefined,
    async follow(now) {
      markets.follow(now);
      await follow(placer.follow(now));
    },
    async close() {
      placer.close();
      await writer.close();
    },
  };
}

function writerOf({
  database,
  ledger,
  clock,
  listed,
  execute,
  isStopped,
  committed,
  failed,
  settled,
  tracer,
}: LoadContractsDeps): ContractWriter {
  return new ContractWriter(
    {
      database,
      ledger,
      clock,
      isStopped,
      isHouse,
      execute,
      failed,
      settled,
      tracer,
      committed(runs) {
        for (const [market, { changes }] of runs) {
          const orders = [...changes.orders.values()];
          committed({ market, trades: changes.trades, orders, positions: changes.shownPositions() });
        }
      },
    },
    listed,
  );
}

type ContractRouter = Router<ContractFamily, ContractReplica>;

/** Contracts of this process and replicas of those of other engines, in the order in which they are listed. */
function marketsOf(
  listed: readonly ListedContract[],
  writer: ContractWriter,
  router: ContractRouter,
): ViewedContracts & { follow(now: readonly ListedContract[]): void } {
  const order = new Set(listed.map(({ id }) => id));
  const get = (contract: string) => router.remote(contract)?.replica ?? writer.markets.get(contract);
  return {
    get,
    values: () => [...order].flatMap((contract) => get(contract) ?? []),
    follow: (now) => now.forEach(({ id }) => order.add(id)),
  };
}

function placerOf(
  { database, ledger, clock, listed, isStopped, committed }: LoadContractsDeps,
  { missed, stepOf, ...placement }: ContractPlacement,
  own: {
    readonly writer: ContractWriter;
    readonly router: ContractRouter;
    readonly markets: ViewedContracts;
    readonly execution: SharedExecution;
  },
): MarketPlacer<ContractFamily, ContractReplica> {
  const { writer, router, markets, execution } = own;
  return new MarketPlacer<ContractFamily, ContractReplica>(
    {
      ...placement,
      family: contractsWriter,
      writer,
      router,
      database,
      clock,
      isHeld: isStopped,
      mayMove: ({ id }) => (writer.markets.get(id)?.halted ?? null) === null,
      replicaOf: (one) => new ContractReplica(one, () => isStopped(one)),
      // Terms of a contract that is listed never change.
      differs: () => false,
      changed({ market: contract, balances, trades, orders, positions }) {
        ledger.changed(balances);
        const market = markets.get(contract);
        if (market !== undefined) committed({ market, trades, orders, positions });
      },
      missed,
      moved: (contracts) =>
        allInTurn(
          contracts
            .flatMap((contract) => markets.get(contract) ?? [])
            .map((market) => () => execution.stepMoved(stepOf(market))),
          'first steps of contracts that moved',
        ),
    },
    listed,
  );
}
