import type { Area } from '#server/core/areas/area.ts';
import { createMiningHandlers, type MiningHandlers } from './calls.ts';
import type { MiningDeps } from './deps.ts';
import { createDueMiners } from './due.ts';
import { shipModels } from './shipped.ts';

const dueEveryMs = 500;

/** The mining mall of a running exchange. */
export interface OpenedMining extends Area<MiningHandlers> {
  /** Handles miners that stopped by themselves, as the job does. @returns how many */
  readonly handleDue: () => Promise<number>;
}

/** Opens the mining mall: an empty store gets the shipped models, and practice mode its cover. */
export async function openMining(deps: MiningDeps): Promise<OpenedMining> {
  const { database, ledger, clock, config } = deps;
  ledger.changed(await database.transaction((tx) => shipModels(tx, ledger, config.mode, clock())));
  const handleDue = createDueMiners(deps);
  return {
    calls: createMiningHandlers(deps),
    jobs: [{ name: 'handle miners that stopped', everyMs: dueEveryMs, run: handleDue }],
    handleDue,
  };
}
