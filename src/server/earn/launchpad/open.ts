import type { Area } from '#server/core/areas/area.ts';
import { createLaunchpadHandlers, type LaunchpadHandlers } from './calls.ts';
import type { LaunchpadDeps } from './deps.ts';
import { createDueProjects } from './due.ts';
import { createPracticeProjects } from './practice.ts';

/** How often projects are looked at that may have closed: change comes back within about a second. */
const dueEveryMs = 500;
/** How often practice mode looks after its subscriptions, and its traders commit. */
const practiceEveryMs = 10_000;

/**
 * Opens the subscription of new coins; its job allots and hands out what has closed. Practice mode with its
 * makers has subscriptions of its own.
 */
export function openLaunchpad(deps: LaunchpadDeps): Area<LaunchpadHandlers> {
  return {
    calls: createLaunchpadHandlers(deps),
    jobs: [
      { name: 'settle subscriptions', everyMs: dueEveryMs, run: createDueProjects(deps) },
      ...(deps.config.mode === 'practice' && deps.config.makers !== 'off'
        ? [
            {
              name: 'practice subscriptions',
              everyMs: practiceEveryMs,
              run: createPracticeProjects(deps, Math.random),
              isLoggedOnly: true as const,
            },
          ]
        : []),
    ],
  };
}
