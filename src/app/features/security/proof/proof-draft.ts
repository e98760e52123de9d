import type { CallInput } from '#protocol/calls.ts';
import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { type Draft, draft } from '#app/features/account/log-in/drafts.ts';

/** How a user shows that an account is theirs: the current password, or a code to a linked contact. */
export type ProofWay = 'password' | 'email' | 'phone';

/** What the exchange is shown. */
export type PasswordProof = CallInput<'PUT pwd'>['proof'];

export interface ProofDraft {
  /** Null until the user chooses: the first way there is. */
  readonly way: ProofWay | null;
  readonly password: string;
  readonly code: string;
}

/** What was entered to prove oneself. In memory alone, and gone with its form. */
export const proofDraft: Draft<ProofDraft> = draft<ProofDraft>({ way: null, password: '', code: '' });

/** What opens the second step of changing the login password: in memory alone, so a reload leads back to the first. */
export const loginPasswordProof = observable<PasswordProof | null>(null);

/** Both steps of changing the login password. */
export const loginPasswordSteps = {
  clear(): void {
    proofDraft.clear();
    loginPasswordProof.set(null);
  },
};

session.subscribe(() => loginPasswordSteps.clear());
