import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { TradingHours } from '../engine/trading-sessions.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Doubts } from '#server/core/store/doubts.ts';
import type { StoreHealth } from '#server/core/store/store-health.ts';
import type { IndexOf } from './prices/clock.ts';
import type { RemoteWorkers } from '#server/cluster/placement/remote-worker.ts';
import type { ContractFamily } from './remote/messages.ts';
import type { Execute } from './requests/execute.ts';
import type { ContractChartsDeps } from './charts/contract-charts.ts';

interface GoldDeps {
  readonly index: Pair;
  /** Trading hours; null for always. */
  readonly hours: TradingHours;
  /** Whether this part of the product is enabled. */
  readonly isOn: boolean;
}

export interface ContractsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger'>, Partial<Pick<CoreDeps, 'tracer'>> {
  /** The store over the writers' own connections; absent: `database`. */
  readonly writer?: Database;
  /** Absent when the store is always available. */
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  /** Notified when an unknown outcome has been resolved; absent without listeners. */
  readonly doubts?: Pick<Doubts, 'settled'>;
  readonly gate: Pick<Gate, 'isStopped'>;
  readonly pairs: readonly Pair[];
  /** Absent when no source has a price of gold. */
  readonly gold?: GoldDeps;
  readonly indexOf: IndexOf;
  /** Whether the product is enabled; when disabled nothing moves, and its calls are refused at the edge. */
  readonly isOn: boolean;
  /** What candles of contracts are built with; absent for none. */
  readonly charts?: Pick<ContractChartsDeps, 'source' | 'charted'>;
  /** Whether a contract has stream subscribers. */
  readonly isWatched?: (contract: string) => boolean;
  /** How requests are executed; absent: by `execute`. */
  readonly execute?: Execute;
  /** Engines that can run contracts, and which are pinned to one; null or absent where this process runs all of them. */
  readonly engines?: {
    readonly workers: RemoteWorkers<ContractFamily>;
    readonly pins: ReadonlyMap<string, string>;
  } | null;
  /** Random numbers from 0 to below 1 for the practice makers; null without makers. */
  readonly random: (() => number) | null;
}
