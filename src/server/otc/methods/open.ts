import type { Area } from '../../core/areas/area.ts';
import { createMethodHandlers, type MethodHandlers } from './calls.ts';
import type { MethodsDeps } from './deps.ts';

/** Opens collection methods: the accounts that buyers pay into. */
export function openMethods(deps: MethodsDeps): Area<MethodHandlers> {
  return { calls: createMethodHandlers(deps), jobs: [] };
}
