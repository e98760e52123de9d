import type { Closers } from '../../core/jobs/closers.ts';
import type { Logger } from '../../core/log/log.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { StoreHealth } from '../../core/store/store-health.ts';
import type { Troubles } from '../../core/jobs/troubles.ts';
import { Entropy, type EntropyDeps } from './entropy.ts';

const stepEveryMs = 1_000;

/** What a running exchange adds. */
export interface EntropyServices extends EntropyDeps {
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  readonly troubles?: Troubles;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Opens what simulated prices are drawn from, and draws ahead from then on. */
export async function openEntropy(deps: EntropyServices): Promise<Entropy> {
  const { logger, closers, troubles } = deps;
  const entropy = new Entropy(deps);
  await entropy.open();
  const unfollow = deps.storeHealth?.onChange(() => entropy.doubt());
  const timer = repeat(logger, 'draw entropy ahead', stepEveryMs, () => entropy.step(), troubles);
  closers.add('entropy', async () => {
    unfollow?.();
    await timer.close();
  });
  return entropy;
}
