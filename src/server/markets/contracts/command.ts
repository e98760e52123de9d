import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { AnswerKey } from '#server/core/idempotency/stored-answers.ts';
import { type ContractRequest, type LoadContract, ownerOf } from './requests/request.ts';

/** A command in one contract. */
export interface ContractCommand {
  readonly request: ContractRequest | LoadContract;
  /** Null for steps that only follow the state of the market, which are safe to repeat. */
  readonly idempotencyKey: IdempotencyKey | null;
}

/** The key that a command's answer is stored under; none for one without an idempotency key. */
export function answerKey({ request, idempotencyKey }: ContractCommand): AnswerKey[] {
  const owner = request.kind === 'load' ? null : ownerOf(request);
  if (idempotencyKey === null || owner === null) return [];
  return [{ userId: owner, call: idempotencyKey.call, key: idempotencyKey.key }];
}
