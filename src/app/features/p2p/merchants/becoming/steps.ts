import type { CallOutput } from '#protocol/calls.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';

/** The way to being a merchant (spec point 6), in its order. */
export const becomingSteps = ['verified', 'nickname', 'method', 'deposit'] as const;
export type BecomingStep = (typeof becomingSteps)[number];

/** Behind, the one to do now, waiting for a reviewer, or to come. */
export type StepStanding = 'done' | 'open' | 'review' | 'later';

export interface Becoming {
  readonly standings: Readonly<Record<BecomingStep, StepStanding>>;
  readonly done: number;
  /** The step to do now; null while there is nothing to do but wait. */
  readonly open: BecomingStep | null;
}

type Standing = Pick<CallOutput<'GET legalMgrPage'>, 'verified' | 'nickname' | 'methods' | 'deposit' | 'merchant'>;

/** What has to be done before a step can be: an account is only taken in a verified name, a deposit at the end. */
const needs: Readonly<Record<BecomingStep, readonly BecomingStep[]>> = {
  verified: [],
  nickname: [],
  method: ['verified'],
  deposit: ['verified', 'nickname', 'method'],
};

/**
 * Where a user is on the way to being a merchant: one step is open at a time, and a step under review holds up only
 * those that need it.
 *
 * @param verification state of the identity verification; undefined while it is not known
 */
export function becomingOf(standing: Standing, verification: Verification['state'] | undefined): Becoming {
  const isDone: Record<BecomingStep, boolean> = {
    verified: standing.verified,
    nickname: standing.nickname !== null,
    method: standing.methods.length > 0,
    deposit: standing.merchant,
  };
  const isReviewed: Record<BecomingStep, boolean> = {
    verified: verification === 'under-review',
    nickname: false,
    method: false,
    deposit: standing.deposit.state === 'processing',
  };
  const open =
    becomingSteps.find((step) => !isDone[step] && !isReviewed[step] && needs[step].every((need) => isDone[need])) ??
    null;
  const standingOf = (step: BecomingStep): StepStanding =>
    isDone[step] ? 'done' : isReviewed[step] ? 'review' : step === open ? 'open' : 'later';
  return {
    standings: {
      verified: standingOf('verified'),
      nickname: standingOf('nickname'),
      method: standingOf('method'),
      deposit: standingOf('deposit'),
    },
    done: becomingSteps.filter((step) => isDone[step]).length,
    open,
  };
}
