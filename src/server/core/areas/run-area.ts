import type { Closers } from '../jobs/closers.ts';
import { startJobs } from '../jobs/jobs.ts';
import type { Troubles } from '../jobs/troubles.ts';
import type { Logger } from '../log/log.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Area } from './area.ts';

/** Starts an opened area and returns it. Areas are closed in reverse order. */
export type RunArea = <Opened extends Area>(name: string, area: Opened) => Opened;

/** Starts the jobs of areas; the closers end them before the area itself is closed. */
export function createRunArea(deps: {
  readonly logger: Logger;
  readonly closers: Closers;
  readonly troubles?: Troubles;
  readonly tracer?: Tracer | null;
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
