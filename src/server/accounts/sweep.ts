import { lt } from 'drizzle-orm';
import { allInTurn } from '../recovering.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { knownNetworkLifeMs } from './guesses.ts';
import { attempts, knownNetworks, passkeyQuestions, verificationCodes, verificationTickets } from './tables.ts';

/** How often what has expired should be removed. */
export const accountsSweepMs = 10 * 60_000;

/** Removes sessions, codes, tickets, questions, counters and letters that have expired. Call it every `accountsSweepMs`. */
export async function sweepAccounts(deps: AccountsDeps): Promise<void> {
  const { drizzle } = deps.database;
  const now = deps.clock();
  const sweeps = [
    () => drizzle.delete(verificationCodes).where(lt(verificationCodes.expiresAt, now)),
    () => drizzle.delete(verificationTickets).where(lt(verificationTickets.expiresAt, now)),
    () => drizzle.delete(passkeyQuestions).where(lt(passkeyQuestions.expiresAt, now)),
    () => drizzle.delete(knownNetworks).where(lt(knownNetworks.usedAt, now - knownNetworkLifeMs)),
    () => drizzle.delete(attempts).where(lt(attempts.endsAt, now)),
    () => deps.sessions.endUnused(),
    () => deps.sender.sweep(),
  ];
  await allInTurn(sweeps, 'sweeping accounts');
}
