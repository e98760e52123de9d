import type { ContractFamily } from './markets/contracts/remote/messages.ts';
import type { SpotFamily } from './markets/spot/remote/messages.ts';
import type { Runners } from './markets/spreading/runner.ts';

/** The engines that can run markets of each family. */
export interface EngineRunners {
  readonly spot: Runners<SpotFamily>;
  readonly contracts: Runners<ContractFamily>;
}
