import type { Verdict } from '#server/core/commit/commit-area.ts';
import { requestText, type PlacedBefore } from './order-lookups.ts';
import { answerKeyText, type AnswerKey, type StoredAnswer } from '#server/core/idempotency/stored-answers.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { SpotRun } from './run.ts';
import type { SpotOrder } from './order.ts';
import { type SpotCommand, answerKey } from './command.ts';

/** What was there before a batch, by what its commands ask for. */
export interface KnownBefore {
  readonly placed: ReadonlyMap<string, PlacedBefore>;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly stored: ReadonlyMap<number, SpotOrder>;
}

/** The order of a request; null for what the exchange itself requests. */
export type SpotReply = SpotOrder | null;

/** The verdict on one command. @throws MarketPoisoned when it breaks its market */
export function verdictOf(
  run: SpotRun,
  command: SpotCommand,
  reads: KnownBefore,
  answers: (AnswerKey & StoredAnswer)[],
): Verdict<SpotReply> {
  try {
    return { reply: replyTo(run, command, reads, answers) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function replyTo(
  run: SpotRun,
  command: SpotCommand,
  reads: KnownBefore,
  answers: (AnswerKey & StoredAnswer)[],
): SpotReply {
  const { request, idempotencyKey, placingKey: key } = command;
  // It was loaded before anything of its batch is executed.
  if (request.kind === 'load') return null;
  if (request.kind === 'uncross') {
    run.uncross(request);
    return null;
  }
  if (request.kind === 'place') {
    const before = key === null ? undefined : reads.placed.get(requestText({ owner: request.owner, key: key.key }));
    if (before === undefined || key === null) {
      if (idempotencyKey?.barred !== undefined) throw idempotencyKey.barred;
      return run.place(request, key);
    }
    if (!before.bodyHash.equals(key.bodyHash)) throw new Refusal('alreadyProcessed');
    // Its current state, even if an earlier command of this batch filled it.
    return run.orderNow(before.order);
  }
  const [cancelKey] = answerKey(command);
  const before = cancelKey === undefined ? undefined : reads.answers.get(answerKeyText(cancelKey));
  if (before !== undefined) {
    if (before.bodyHash !== idempotencyKey?.bodyHash) throw new Refusal('alreadyProcessed');
    const order = reads.stored.get(request.id);
    if (order === undefined) throw new Error(`order ${request.id} was cancelled and is not stored`);
    return run.orderNow(order);
  }
  if (idempotencyKey?.barred !== undefined) throw idempotencyKey.barred;
  const order = run.cancel(request);
  if (cancelKey !== undefined && idempotencyKey !== null) {
    answers.push({ ...cancelKey, bodyHash: idempotencyKey.bodyHash, answer: null });
  }
  return order;
}
