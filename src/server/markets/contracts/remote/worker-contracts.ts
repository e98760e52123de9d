import type { Ms } from '#protocol/core/brand.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { WorkerChange, WorkerSpec, WorkerWriter } from '#server/cluster/placement/worker-writer.ts';
import type { ContractMarket } from '../market.ts';
import { type Execute, execute } from '../requests/execute.ts';
import type { StepContract } from '../requests/request.ts';
import type { ContractRun } from '../run.ts';
import { stepContract } from '../prices/step.ts';
import { ContractWriter } from '../writer.ts';
import { snapshotOfContract, stateOfContract } from './contract-state.ts';
import type { ContractFamily } from './messages.ts';

/** What running contracts for another engine needs. */
interface WorkerContractsDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tracer: Tracer | null;
  /** How requests are executed; left out: by `execute`. */
  readonly execute?: Execute;
}

/** Opens the writers of contracts that are run for another engine. */
export function workerContracts(
  deps: WorkerContractsDeps,
): (spec: WorkerSpec<ContractFamily>) => WorkerWriter<ContractFamily> {
  return (spec) => {
    const { clock } = deps;
    const writer = writerOf(deps, spec);
    /** A step that changes nothing in the store still shows new prices. */
    const step = async (market: ContractMarket, request: StepContract): Promise<null> => {
      await stepContract(market, request, clock(), (asked) => writer.submit(asked, null)).finally(() =>
        spec.stepped([changeOf(market, null, clock())]),
      );
      return null;
    };
    return {
      open: () => writer.open(),
      submit(contract, request, key) {
        if (request.kind !== 'step') return writer.submit(request, key);
        const market = writer.markets.get(contract);
        return market === undefined ? Promise.reject(new Refusal('notFound')) : step(market, request);
      },
      snapshot(contract) {
        const market = writer.markets.get(contract);
        return market === undefined ? null : snapshotOfContract(market);
      },
      close: () => writer.close(),
    };
  };
}

function writerOf(deps: WorkerContractsDeps, spec: WorkerSpec<ContractFamily>): ContractWriter {
  const { ledger, clock, tracer } = deps;
  const { database, name, idRange, isHeld, failed, settled, taken, committed } = spec;
  return new ContractWriter(
    {
      database,
      ledger,
      clock,
      tracer,
      name,
      idRange,
      isHouse,
      failed,
      settled,
      taken,
      execute: deps.execute ?? execute,
      isStopped: ({ id }) => isHeld(id),
      committed(runs, at, balances) {
        committed(
          [...runs].map(([market, run]) => changeOf(market, run, at)),
          balances,
        );
      },
    },
    spec.listed,
  );
}

/** What changed in a contract. @param run null for a step of its prices alone */
function changeOf(market: ContractMarket, run: ContractRun | null, at: Ms): WorkerChange<ContractFamily> {
  return {
    ...stateOfContract(market),
    at,
    trades: run?.changes.trades ?? [],
    orders: [...(run?.changes.orders.values() ?? [])],
    positions: run?.changes.shownPositions() ?? [],
  };
}
