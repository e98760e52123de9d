import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import { Entropy, type EntropyDeps } from './entropy.ts';

const drawEveryMs = 1_000;

/** Opens the randomness of simulated prices; its job draws ahead from then on. */
export async function openEntropy(
  deps: EntropyDeps & Partial<Pick<CoreDeps, 'storeHealth'>>,
): Promise<Area & { readonly entropy: Entropy }> {
  const entropy = new Entropy(deps);
  await entropy.open();
  const unfollow = deps.storeHealth?.onChange(() => entropy.doubt());
  return {
    entropy,
    calls: {},
    jobs: [{ name: 'draw entropy ahead', everyMs: drawEveryMs, run: () => entropy.step() }],
    close: () => unfollow?.(),
  };
}
