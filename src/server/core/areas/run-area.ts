import type { Closers } from '../jobs/closers.ts';
import { startJobs } from '../jobs/jobs.ts';
import type { Troubles } from '../jobs/troubles.ts';
import type { Logger } from '../log/log.ts';
import type { Area } from './area.ts';

/** Runs an opened area from here on, and returns it. Areas are closed in the reverse order of being run. */
export type RunArea = <Opened extends Area>(name: string, area: Opened) => Opened;

/** How areas are run: their jobs started here, and ended by the closers before the area itself is closed. */
export function createRunArea(deps: {
  readonly logger: Logger;
  readonly closers: Closers;
  readonly troubles?: Troubles;
}): RunArea {
  const { closers } = deps;
  return (name, area) => {
    const { close } = area;
    if (close !== undefined) closers.add(name, () => close());
    if (area.jobs.length > 0) {
      const jobs = startJobs(area.jobs, deps);
      closers.add(`jobs of ${name}`, () => jobs.close());
    }
    area.start?.();
    return area;
  };
}
