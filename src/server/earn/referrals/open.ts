import type { Area } from '#server/core/areas/area.ts';
import { createReferralHandlers, type ReferralHandlers } from './calls.ts';
import { createCredit } from './credit.ts';
import type { ReferralsDeps } from './deps.ts';
import { beginReading } from './reading.ts';
import { cycles } from './rules.ts';
import { seedLevels } from './store.ts';

const creditEveryMs = 2_000;

/** The team of a running exchange. */
export interface OpenedReferrals extends Area<ReferralHandlers> {
  /** Credits what is due, as the job does. @returns how many fees were handled */
  readonly creditDue: () => Promise<number>;
}

/** Opens the team: an empty store gets the levels that ship, and fees are read from now on. */
export async function openReferrals(deps: ReferralsDeps): Promise<OpenedReferrals> {
  const cycle = cycles[deps.config.mode];
  await seedLevels(deps.database.pool);
  await beginReading(deps.database);
  const creditDue = createCredit(deps, cycle);
  return {
    calls: createReferralHandlers(deps, cycle),
    jobs: [{ name: 'credit rebates', everyMs: creditEveryMs, run: creditDue }],
    creditDue,
  };
}
