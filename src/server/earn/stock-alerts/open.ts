import type { Area } from '#server/core/areas/area.ts';
import { createStockAlertHandlers, type StockAlertHandlers } from './calls.ts';
import type { StockAlertsDeps } from './deps.ts';
import { createDueAlerts } from './due.ts';

/** People hear within this time that something can be bought again. */
const dueEveryMs = 2_000;

/** Opens the alerts of products that are sold out. */
export function openStockAlerts(
  deps: StockAlertsDeps,
): Area<StockAlertHandlers> & { readonly notifyWaiting: () => Promise<number> } {
  const notify = createDueAlerts(deps);
  return {
    calls: createStockAlertHandlers(deps),
    jobs: [{ name: 'notify of products back on sale', everyMs: dueEveryMs, run: notify }],
    notifyWaiting: () => notify(() => false),
  };
}
