import { outflowWith } from '../../core/outflow/outflow.ts';
import { pino } from 'pino';
import type { Clock } from '../../core/clock/clock.ts';
import { gateForTest } from '../../core/gate/testing.ts';
import { createLedger } from '../../core/ledger/ledger.ts';
import type { Database } from '../../core/store/database.ts';
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
