import { outflowWith } from '#server/core/outflow/outflow.ts';
import { pino } from 'pino';
import type { Clock } from '#server/core/clock/clock.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import type { LaunchpadDeps } from './deps.ts';

/** What the area works with in tests: a clock that the test holds, and a gate. */
export function launchpadDepsForTest(
  database: Database,
  clock: Clock,
): LaunchpadDeps & { gate: ReturnType<typeof gateForTest> } {
  return {
    database,
    clock,
    ledger: createLedger(),
    logger: pino({ level: 'silent' }),
    gate: gateForTest(),
    config: { mode: 'practice', makers: 'off' },
    outflow: outflowWith([]),
    notices: { changed: () => undefined },
  };
}
