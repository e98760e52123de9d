import { minuteMs } from '../../../protocol/durations.ts';
import type { Area } from '../../core/areas/area.ts';
import { createAuthHandlers } from './calls.ts';
import type { AccountsDeps } from './deps.ts';
import { createTransactionPasswords, type TransactionPasswords } from './passwords/transaction-password.ts';

const endSessionsEveryMs = 10 * minuteMs;

/** The accounts of a running exchange. */
export interface Accounts extends Area<ReturnType<typeof createAuthHandlers>> {
  readonly transactionPasswords: TransactionPasswords;
}

/** Opens accounts. The job ends unused sessions. */
export function openAccounts(deps: AccountsDeps): Accounts {
  const { database, limits, clock, sessions, secondFactor } = deps;
  return {
    transactionPasswords: createTransactionPasswords(database, limits, clock, secondFactor),
    calls: createAuthHandlers(deps),
    jobs: [{ name: 'end unused sessions', everyMs: endSessionsEveryMs, run: () => sessions.endUnused() }],
  };
}
