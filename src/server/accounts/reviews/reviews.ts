import type { Transaction } from '#server/core/store/database.ts';

/** What can be under review. */
export type ReviewKind = 'real-name' | 'deposit' | 'withdrawal' | 'merchant' | 'merchant-refund' | 'loan' | 'listing';

/** A review, open or decided. */
export interface Review {
  readonly id: bigint;
  readonly kind: ReviewKind;
  /** Id of what is reviewed, in its own table. */
  readonly subject: bigint;
  readonly owner: bigint;
  /** Facts for the reviewer, without secrets. */
  readonly facts: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

/** A decision by the policy of practice mode, or by an operator. */
export interface Decision {
  readonly approved: boolean;
  /** Shown to the user when refused. */
  readonly reason: string;
  readonly by: string;
}

/** An area cannot apply a decision yet, as while there is no price: it is tried again. */
export class DecisionPostponed extends Error {}

/**
 * An area's effect of a decision, inside the transaction that records it. Runs once per review.
 *
 * @returns work to run after the commit, or null
 * @throws DecisionPostponed when it is to be tried again
 */
export type ReviewEffect = (tx: Transaction, review: Review, decision: Decision) => Promise<(() => void) | null>;

/**
 * Reviews: opened by an area inside its own transaction, decided by the policy (practice mode) or by the operator's
 * console, which is another process. The exchange applies each decision once, within about a second.
 */
export interface Reviews {
  /** Opens a review of a subject. */
  open(
    tx: Transaction,
    review: { kind: ReviewKind; subject: bigint; owner: bigint; facts: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** Registers the area's effect; exactly one for each kind, before `start`. */
  onDecision(kind: ReviewKind, effect: ReviewEffect): void;
}
