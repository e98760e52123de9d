import { createElement, type ReactNode } from 'react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import { codes } from '../../../../protocol/codes.ts';
import { ApiRefusal, call } from '../../../platform/api/api.ts';
import { loadCatalog } from '../../../platform/language/language.ts';
import { NotConfirmed } from '../../../platform/api/not-confirmed.ts';
import { observable } from '../../../platform/observable.ts';

export type ProofWay = NonNullable<CallOutput<'GET verifySwitch'>['prove']>[number];

/** The exchange wants to know that the owner is there, before what protects the account is changed. */
export interface AskedProof {
  readonly ways: readonly ProofWay[];
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

async function askProof(ways: readonly ProofWay[]): Promise<void> {
  const [{ FreshProofSheet }] = await Promise.all([import('./fresh-proof-sheet.tsx'), loadCatalog('security')]);
  if (proofSheet.get() === null) proofSheet.set(createElement(FreshProofSheet));
  askedProof.get()?.answer(false);
  const proven = await new Promise<boolean>((resolve) => {
    const asked: AskedProof = {
      ways,
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
export async function withFreshProof<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const ways = proofWaysOf(error);
    if (ways === null) throw error;
    await askProof(ways);
    return send();
  }
}

/**
 * Asks for a proof before a longer way, where it would come in the middle of another question.
 *
 * @throws NotConfirmed when the user leaves the sheet
 */
export async function ensureFreshProof(): Promise<void> {
  const { prove } = await call('GET verifySwitch', {});
  if (prove !== null) await askProof(prove);
}
