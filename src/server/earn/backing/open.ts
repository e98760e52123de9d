import type { Area } from '#server/core/areas/area.ts';
import { type BackingDeps, type BackingHandlers, createBackingHandlers } from './calls.ts';

/** Opens what stands behind the products. */
export function openBacking(deps: BackingDeps): Area<BackingHandlers> {
  return { calls: createBackingHandlers(deps), jobs: [] };
}
