import type { Area } from '#server/core/areas/area.ts';
import { createMethodHandlers, type MethodHandlers } from './calls.ts';
import type { CollectionMethodsDeps } from './deps.ts';

/** Opens collection methods: the accounts that buyers pay into. */
export function openCollectionMethods(deps: CollectionMethodsDeps): Area<MethodHandlers> {
  return { calls: createMethodHandlers(deps), jobs: [] };
}
