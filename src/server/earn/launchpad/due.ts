import { Retries } from '#server/core/jobs/retries.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { LaunchpadDeps } from './deps.ts';
import { type BatchSizes, batchSizes, settleStep, type Shares } from './settling.ts';
import { dueProjects, lockProject } from './store.ts';

/** Projects handled per run. */
const handledAtOnce = 20;

/**
 * Handles projects that have closed: step after step, each one transaction under the project's lock that looks again, so
 * that it is taken once, also after a restart between any two. While an operator stops subscriptions or a coin, what is
 * due waits.
 *
 * @returns a run of the job; it stops between steps once the exchange closes
 */
export function createDueProjects(
  deps: LaunchpadDeps,
  sizes: BatchSizes = batchSizes,
): (isClosed: () => boolean) => Promise<void> {
  const { database, ledger, clock, gate } = deps;
  const shares: Shares = new Map();
  const retries = new Retries<bigint>(clock, (error, project) =>
    deps.logger.error({ err: error, project: project.toString() }, 'a project could not be settled'),
  );

  /** @returns whether another step follows at once */
  async function step(id: bigint): Promise<boolean> {
    let changed: readonly BalanceRow[] = [];
    const goesOn = await database.transaction(async (tx) => {
      changed = [];
      const now = clock();
      const project = await lockProject(tx, id);
      if (project === null || project.dueAt === null || project.dueAt > now) return false;
      if (gate.isStopped('launch', { assets: [project.coin, project.quote] })) return false;
      const done = await settleStep(tx, ledger, project, { at: now, shares, sizes });
      changed = done.changed;
      return done.project.dueAt !== null;
    });
    ledger.changed(changed);
    return goesOn;
  }

  return async function handleDue(isClosed) {
    for (const id of await dueProjects(database.pool, clock(), handledAtOnce + retries.failing.count)) {
      await retries.attempt(id, async () => {
        while (!isClosed() && (await step(id)));
      });
    }
  };
}
