import { createElement, type ReactNode } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal, call } from '#app/platform/api/api.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { NotConfirmed } from '#app/platform/api/not-confirmed.ts';
import { observable } from '#app/platform/observable.ts';

type ProofWay = NonNullable<CallOutput<'GET verifySwitch'>['prove']>[number];

/** What a proof is asked for: a change of what protects the account, or an application to list a coin. */
type ProofReason = 'account' | 'listing';

/** The exchange wants to know that the owner is there. */
export interface AskedProof {
  readonly ways: readonly ProofWay[];
  readonly reason: ProofReason;
  /** What was entered is nowhere but in the sheet: it answers whether the exchange took it. */
  readonly answer: (proven: boolean) => void;
}

/** At most one; a newer one answers the older with false. */
export const askedProof = observable<AskedProof | null>(null);
/** Draws the question; null until the first one, because most visits need none. */
export const proofSheet = observable<ReactNode>(null);

const known: ReadonlySet<string> = new Set<ProofWay>(['password', 'passkey', 'email', 'phone', 'transaction-password']);

/** The ways a refusal names to give the proof it misses; null for any other failure. */
function proofWaysOf(error: unknown): ProofWay[] | null {
  if (!(error instanceof ApiRefusal) || error.code !== codes.verificationExpired) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('prove' in data) || typeof data.prove !== 'string') return null;
  return data.prove.split(',').filter((way): way is ProofWay => known.has(way));
}

async function askProof(ways: readonly ProofWay[], reason: ProofReason): Promise<void> {
  // Its words are of three areas, whatever the screen below it speaks of.
  const [{ FreshProofSheet }] = await Promise.all([
    import('./fresh-proof-sheet.tsx'),
    loadCatalog('security'),
    loadCatalog('account'),
    loadCatalog('passkeys'),
  ]);
  if (proofSheet.get() === null) proofSheet.set(createElement(FreshProofSheet));
  askedProof.get()?.answer(false);
  const proven = await new Promise<boolean>((resolve) => {
    const asked: AskedProof = {
      ways,
      reason,
      answer: (given) => {
        if (askedProof.get() === asked) askedProof.set(null);
        resolve(given);
      },
    };
    askedProof.set(asked);
  });
  if (!proven) throw new NotConfirmed();
}

/**
 * Sends a change of what protects the account. Where the exchange misses a fresh proof of who asks, the user gives it
 * by a sheet, and the change is sent once more.
 *
 * @throws NotConfirmed when the user leaves the sheet; what `send` throws otherwise
 */
export async function withFreshProof<Answer>(
  send: () => Promise<Answer>,
  reason: ProofReason = 'account',
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const ways = proofWaysOf(error);
    if (ways === null) throw error;
    await askProof(ways, reason);
    return send();
  }
}

/**
 * Asks for a proof before a longer way, where it would come in the middle of another question.
 *
 * @throws NotConfirmed when the user leaves the sheet
 */
export async function ensureFreshProof(reason: ProofReason = 'account'): Promise<void> {
  const { prove } = await call('GET verifySwitch', {});
  if (prove !== null) await askProof(prove, reason);
}
