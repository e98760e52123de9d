import type { Ms } from '#protocol/core/brand.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { WorkerChange, WorkerSpec, WorkerWriter } from '#server/cluster/placement/worker-writer.ts';
import type { SpotMarket } from '../market.ts';
import type { SpotRun } from '../run.ts';
import { PairWriter } from '../pair-writer.ts';
import type { SpotFamily } from './messages.ts';

/** What every writer of pairs in a process needs. */
interface WorkerPairsDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tracer: Tracer | null;
}

/** Opens writers of pairs that are run for another engine. */
export function workerPairs(deps: WorkerPairsDeps): (spec: WorkerSpec<SpotFamily>) => WorkerWriter<SpotFamily> {
  return (spec) => {
    const { name, idRange, listed, database, pauseWatch, failed, taken, settled } = spec;
    const writer = new PairWriter(
      {
        ...deps,
        name,
        idRange,
        database,
        pauseWatch,
        failed,
        taken,
        settled,
        isStopped: ({ id }) => spec.isHeld(id),
        committed: (run: SpotRun, at: Ms, balances: readonly BalanceRow[]) =>
          spec.committed(changesOf(run, at), balances),
      },
      listed,
    );
    return {
      open: () => writer.open(),
      submit: (_pair, request, key) => writer.submit(request, key),
      snapshot(pair) {
        const market = writer.markets.get(pair);
        return market === undefined ? null : { ...stateOf(market), orders: market.open.allVisible() };
      },
      close: () => writer.close(),
    };
  };
}

function changesOf({ touched, orders, trades }: SpotRun, at: Ms): WorkerChange<SpotFamily>[] {
  return [...touched].map((market) => {
    const { pair } = market.terms;
    return {
      ...stateOf(market),
      at,
      trades: trades.filter((trade) => trade.pair === pair),
      orders: [...orders.values()].filter((order) => order.pair === pair),
    };
  });
}

function stateOf(market: SpotMarket) {
  const { lastTicks, indicative } = market.visible();
  return { market: market.terms.pair, lastTicks, indicative, halted: market.halted };
}
