import { lt } from 'drizzle-orm';
import type { AccountsDeps } from './accounts-deps.ts';
import { knownNetworkLifeMs } from './guesses.ts';
import { attempts, knownNetworks, passkeyQuestions, verificationCodes, verificationTickets } from './tables.ts';

/** How often what has expired should be removed. */
export const accountsSweepMs = 10 * 60_000;

/** Removes sessions, codes, tickets, questions, counters and letters that have expired. Call it every `accountsSweepMs`. */
export async function sweepAccounts(deps: AccountsDeps): Promise<void> {
  const { drizzle } = deps.database;
  const now = deps.clock();
  await drizzle.delete(verificationCodes).where(lt(verificationCodes.expiresAt, now));
  await drizzle.delete(verificationTickets).where(lt(verificationTickets.expiresAt, now));
  await drizzle.delete(passkeyQuestions).where(lt(passkeyQuestions.expiresAt, now));
  await drizzle.delete(knownNetworks).where(lt(knownNetworks.usedAt, now - knownNetworkLifeMs));
  await drizzle.delete(attempts).where(lt(attempts.endsAt, now));
  await deps.sessions.endUnused();
  await deps.sender.sweep();
}
