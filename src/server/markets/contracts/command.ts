import type { OwnerId } from '../../../protocol/brand.ts';
import type { IdempotencyKey } from '../../core/idempotency/idempotency-key.ts';
import type { AnswerKey } from '../../core/idempotency/stored-answers.ts';
import type { ContractRun } from './run.ts';

/** A command in one contract. */
export interface ContractCommand<Answer> {
  readonly contract: string;
  /** The user whose money it may spend; null for none. */
  readonly owner: OwnerId | null;
  /** Absent for steps that only follow the state of the market, which are safe to repeat. */
  readonly idempotencyKey?: IdempotencyKey;
  /** With a key the result must survive JSON unchanged. Must change nothing before it refuses. */
  readonly work: (run: ContractRun) => Answer;
}

/** The key that a command's answer is stored under; none for one without an idempotency key. */
export function answerKey({ owner, idempotencyKey }: ContractCommand<unknown>): AnswerKey[] {
  if (idempotencyKey === undefined || owner === null) return [];
  return [{ userId: owner, call: idempotencyKey.call, key: idempotencyKey.key }];
}
