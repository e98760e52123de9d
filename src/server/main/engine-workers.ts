import type { ContractFamily } from '../markets/contracts/remote/messages.ts';
import type { SpotFamily } from '../markets/spot/remote/messages.ts';
import type { RemoteWorkers } from '../cluster/placement/remote-worker.ts';

/** The engines that can run markets of each family. */
export interface EngineWorkers {
  readonly spot: RemoteWorkers<SpotFamily>;
  readonly contracts: RemoteWorkers<ContractFamily>;
}
