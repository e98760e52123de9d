import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import { ApiRefusal, call } from '#app/platform/api/api.ts';
import { type CodeSending, useCodeSending } from '#app/features/account/codes/code-sends.ts';
import { useDraft } from '#app/features/account/log-in/drafts.ts';
import { codeProblem, type Problem } from '#app/features/account/log-in/validation.ts';
import { type PasswordProof, proofDraft, type ProofDraft, type ProofWay } from './proof-draft.ts';

export type Checks = CallOutput<'GET verifySwitch'>;

/** One way to prove oneself, chosen among those the account has. */
export interface Proof {
  readonly ways: readonly ProofWay[];
  /** Null for an account that has nothing to prove itself with. */
  readonly way: ProofWay | null;
  readonly draft: ProofDraft;
  readonly change: (change: Partial<ProofDraft>) => void;
  readonly sending: CodeSending;
  /** Masked; null where no code is sent. */
  readonly contact: string | null;
  /** What is wrong with what was entered, or null. */
  readonly problem: () => Problem | null;
  /** What the exchange is shown; checks the code for it, once. */
  readonly give: () => Promise<PasswordProof>;
  /** A ticket that the exchange no longer takes is forgotten with its code. */
  readonly refused: (error: unknown) => void;
}

/** The bound contact of a kind: the exchange knows which one is meant, the page knows only its mask. */
function ownAccount(way: ProofWay | null): AccountName {
  return way === 'phone' ? { by: 'phone', country: 'CN', phone: '' } : { by: 'email', email: '' };
}

interface Ticket {
  readonly of: string;
  readonly ticket: string;
}

/**
 * A proof for the account of the signed-in user.
 *
 * @param hasPassword whether the password that is asked for is set
 * @param onRefused what asking for a code was refused with
 */
export function useProof(checks: Checks, hasPassword: boolean, onRefused: (error: unknown) => void): Proof {
  const [draft, change] = useDraft(proofDraft);
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const ways: ProofWay[] = [];
  if (hasPassword) ways.push('password');
  if (checks.email !== null) ways.push('email');
  if (checks.phone !== null) ways.push('phone');
  const way = draft.way !== null && ways.includes(draft.way) ? draft.way : (ways[0] ?? null);
  const account = ownAccount(way);
  const sending = useCodeSending(account, 'security', onRefused);
  const of = `${way} ${draft.code}`;
  return {
    ways,
    way,
    draft,
    change,
    sending,
    contact: way === 'email' ? checks.email : way === 'phone' ? checks.phone : null,
    problem() {
      if (way === null) return null;
      if (way === 'password') return draft.password === '' ? 'passwordMissing' : null;
      return codeProblem(draft.code);
    },
    async give() {
      if (way === null) return { by: 'nothing' };
      if (way === 'password') return { by: 'password', password: draft.password };
      if (ticket?.of === of) return { by: 'code', ticket: ticket.ticket };
      const checked = await call('POST checkSmsCode', { account, purpose: 'security', code: draft.code });
      setTicket({ of, ticket: checked.ticket });
      return { by: 'code', ticket: checked.ticket };
    },
    refused(error) {
      if (error instanceof ApiRefusal && error.code === codes.verificationExpired) setTicket(null);
    },
  };
}
