import type { Area } from '../../core/areas/area.ts';
import { createWorkOrderHandlers } from './calls.ts';
import { workOrderTopics } from './topic.ts';
import { createWorkOrders, type SupportDeps, type WorkOrders } from './work-orders.ts';

/** How often operator replies are polled. */
const takeUpEveryMs = 400;

/** The customer service of a running exchange. */
export interface Support extends Area<ReturnType<typeof createWorkOrderHandlers>> {
  readonly workOrders: WorkOrders;
}

/** Opens customer service: work orders of users; the job polls for operator replies. */
export function openSupport(deps: SupportDeps): Support {
  const workOrders = createWorkOrders(deps);
  return {
    workOrders,
    calls: createWorkOrderHandlers(workOrders),
    topics: workOrderTopics(workOrders),
    jobs: [{ name: 'take up work orders', everyMs: takeUpEveryMs, run: () => workOrders.takeUp(), isLoggedOnly: true }],
  };
}
