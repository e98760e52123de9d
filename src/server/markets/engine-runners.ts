import type { SpotFamily } from './spot/remote/messages.ts';
import type { Runners } from './spreading/runner.ts';

/** The engines that can run markets of each family. */
export interface EngineRunners {
  readonly spot: Runners<SpotFamily>;
}
