import type { Area } from '../../core/areas/area.ts';
import { createLaunchHandlers, type LaunchHandlers } from './calls.ts';
import type { LaunchDeps } from './deps.ts';
import { createDueProjects } from './due.ts';

/** How often projects are looked at that may have closed: change comes back within about a second. */
const dueEveryMs = 500;

/** Opens the subscription of new coins; its job allots and hands out what has closed. */
export function openLaunch(deps: LaunchDeps): Area<LaunchHandlers> {
  return {
    calls: createLaunchHandlers(deps),
    jobs: [{ name: 'settle subscriptions', everyMs: dueEveryMs, run: createDueProjects(deps) }],
  };
}
