import type { Area } from '../core/areas/area.ts';
import { startMakers, type MakerDeps } from './makers.ts';

/** Opens the makers: funds them, fills the books, and trades from then on. */
export async function openMakers(deps: MakerDeps): Promise<Area> {
  const makers = await startMakers(deps);
  return { calls: {}, jobs: [], close: () => makers.close() };
}
