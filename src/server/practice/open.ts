import type { Area } from '../core/areas/area.ts';
import { startMakers } from './makers.ts';
import type { MakerDeps } from './maker-group.ts';

/** Opens the makers: funds them, fills the books, and trades from then on. */
export async function openMakers(deps: MakerDeps): Promise<Area> {
  const makers = await startMakers(deps);
  return { calls: {}, jobs: [], close: () => makers.close() };
}
