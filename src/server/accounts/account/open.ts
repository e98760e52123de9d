import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createAuthHandlers } from './calls.ts';
import type { AccountDeps } from './deps.ts';
import { compareNicknames } from './nicknames/comparing.ts';
import { createTransactionPasswords, type TransactionPasswords } from './passwords/transaction-password.ts';

const endSessionsEveryMs = 10 * minuteMs;
const compareNicknamesEveryMs = 10_000;

/** The accounts of a running exchange. */
export interface Accounts extends Area<ReturnType<typeof createAuthHandlers>> {
  readonly transactionPasswords: TransactionPasswords;
}

/** Opens accounts. Jobs end unused sessions, and compare nicknames that were set by older rules. */
export function openAccount(deps: AccountDeps): Accounts {
  const { database, limits, clock, sessions, secondFactor } = deps;
  return {
    transactionPasswords: createTransactionPasswords(database, limits, clock, secondFactor),
    calls: createAuthHandlers(deps),
    jobs: [
      { name: 'end unused sessions', everyMs: endSessionsEveryMs, run: () => sessions.endUnused() },
      { name: 'compare nicknames', everyMs: compareNicknamesEveryMs, run: () => compareNicknames(deps) },
    ],
  };
}
