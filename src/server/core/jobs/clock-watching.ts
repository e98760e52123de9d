import { systemTime } from '../clock/clock.ts';
import { clockStepMs } from '../clock/steady-clock.ts';
import type { Logger } from '../log/log.ts';
import type { Job } from './jobs.ts';
import type { Troubles } from './troubles.ts';

const watchedEveryMs = 1_000;
const part = "the host's clock";

/**
 * Reports that the host's clock was set; it is in trouble until the exchange has caught up. In the shape of an area.
 */
export function watchClock(troubles: Troubles, logger: Logger) {
  const unfollow = systemTime.onStep((step) => {
    logger.error(step, "the host's clock was set: the exchange follows slowly; a restart takes it over at once");
  });
  const job: Job = {
    name: 'watch the clock',
    everyMs: watchedEveryMs,
    run: async () => {
      if (Math.abs(systemTime.apartMs()) < clockStepMs) troubles.working(part);
      else troubles.failing(part);
    },
    isLoggedOnly: true,
  };
  return { calls: {}, jobs: [job], close: () => unfollow() };
}
