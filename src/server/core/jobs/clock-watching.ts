import { systemTime } from '../clock/clock.ts';
import type { Closers } from './closers.ts';
import type { Logger } from '../log/log.ts';
import { repeat } from './repeating.ts';
import { clockStepMs } from '../clock/steady-clock.ts';
import type { Troubles } from './troubles.ts';

const watchedEveryMs = 1_000;
const part = "the host's clock";

/** Says that the host's clock was set; it is in trouble until the exchange has followed it. */
export function watchClock(troubles: Troubles, logger: Logger, closers: Closers): void {
  const unfollow = systemTime.onStep((step) => {
    logger.error(step, "the host's clock was set: the exchange follows slowly; a restart takes it over at once");
  });
  const watching = repeat(logger, 'watch the clock', watchedEveryMs, async () => {
    if (Math.abs(systemTime.apartMs()) < clockStepMs) troubles.working(part);
    else troubles.failing(part);
  });
  closers.add('clock', () => {
    unfollow();
    return watching.close();
  });
}
