import type { Area } from '../core/areas/area.ts';
import { startMakers } from './makers.ts';
import type { MakerDeps } from './maker-group.ts';

/** Opens the makers: funds them, fills the books, and trades from then on. */
export async function openMakers(deps: MakerDeps): Promise<Area & { readonly follow: () => Promise<void> }> {
  const makers = await startMakers(deps);
  return { follow: () => makers.follow(), calls: {}, jobs: [], close: () => makers.close() };
}
