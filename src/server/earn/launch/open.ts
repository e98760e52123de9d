import type { Area } from '../../core/areas/area.ts';
import { createLaunchHandlers, type LaunchHandlers } from './calls.ts';
import type { LaunchDeps } from './deps.ts';
import { createDueProjects } from './due.ts';
import { createPracticeLaunches } from './practice.ts';

/** How often projects are looked at that may have closed: change comes back within about a second. */
const dueEveryMs = 500;
/** How often practice mode looks after its subscriptions, and its traders commit. */
const practiceEveryMs = 10_000;

/**
 * Opens the subscription of new coins; its job allots and hands out what has closed. Practice mode with its
 * makers has subscriptions of its own.
 */
export function openLaunch(deps: LaunchDeps): Area<LaunchHandlers> {
  return {
    calls: createLaunchHandlers(deps),
    jobs: [
      { name: 'settle subscriptions', everyMs: dueEveryMs, run: createDueProjects(deps) },
      ...(deps.config.mode === 'practice' && deps.config.makers !== 'off'
        ? [
            {
              name: 'practice subscriptions',
              everyMs: practiceEveryMs,
              run: createPracticeLaunches(deps, Math.random),
              isLoggedOnly: true as const,
            },
          ]
        : []),
    ],
  };
}
