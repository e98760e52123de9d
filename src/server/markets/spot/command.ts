import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { AnswerKey } from '#server/core/idempotency/stored-answers.ts';
import type { RequestKey } from './order-lookups.ts';
import type { ExchangeRequest, SpotRequest } from './spot.ts';

/** A command in one pair. */
export interface SpotCommand {
  readonly request: SpotRequest | ExchangeRequest;
  /** Null for the house. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** The stored key of a placed order; null for a cancellation and for the house. */
  readonly placingKey: RequestKey | null;
}

/** The key that a command's answer is stored under; none for an order, which is found by its own key. */
export function answerKey({ request, idempotencyKey }: SpotCommand): AnswerKey[] {
  if (request.kind !== 'cancel' || idempotencyKey === null) return [];
  return [{ userId: request.owner, call: idempotencyKey.call, key: idempotencyKey.key }];
}
