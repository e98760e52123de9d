import * as v from 'valibot';
import { type CodeName, codes } from '#protocol/core/codes.ts';
import { AccessRefusal } from '#server/core/failures/access-refusal.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { RequestFault } from '#server/core/failures/request-fault.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { QueueRefusal } from '#server/core/pacing/fair-queue.ts';

const codeName = v.picklist(Object.keys(codes).filter((name) => name !== 'success') as Exclude<CodeName, 'success'>[]);
const answerType = v.picklist(['ok', 'error', 'expired', '999', '998', '997']);
const accessCode = v.picklist(['unauthorized', 'noRealName']);
const data = v.nullable(v.record(v.string(), v.union([v.string(), v.number()])));

/** How a failure crosses the link. What broke an invariant is logged where it happened and crosses without detail. */
export const failureSchema = v.variant('kind', [
  v.object({ kind: v.literal('refusal'), codeName, data }),
  v.object({ kind: v.literal('access'), codeName: accessCode, answerType }),
  v.object({ kind: v.literal('fault'), statusCode: v.number(), codeName, message: v.string() }),
  v.object({ kind: v.literal('busy') }),
  v.object({ kind: v.literal('unknown') }),
  v.object({ kind: v.literal('broken') }),
]);

type WireFailure = v.InferOutput<typeof failureSchema>;

/** A call broke an invariant at the engine, whose log has the reason under the id of the request. */
export class EngineFault extends Error {
  constructor() {
    super('the engine broke an invariant');
  }
}

export function packFailure(error: unknown): WireFailure {
  if (error instanceof AccessRefusal) {
    return {
      kind: 'access',
      codeName: error.codeName as 'unauthorized' | 'noRealName',
      answerType: error.answerType,
    };
  }
  if (error instanceof Refusal) {
    return { kind: 'refusal', codeName: error.codeName as Exclude<CodeName, 'success'>, data: error.data };
  }
  if (error instanceof RequestFault) {
    const { statusCode, codeName: code, message } = error;
    return { kind: 'fault', statusCode, codeName: code, message };
  }
  if (error instanceof QueueRefusal) return { kind: 'busy' };
  return { kind: storeFailure(error) ?? 'broken' };
}

/** The failure as the error that it was at the engine. */
export function readFailure(failure: WireFailure): Error {
  switch (failure.kind) {
    case 'refusal':
      return new Refusal(failure.codeName, failure.data);
    case 'access':
      return new AccessRefusal(failure.codeName, failure.answerType);
    case 'fault':
      return new RequestFault(failure.statusCode, failure.codeName, failure.message);
    case 'busy':
      return new StoreUnavailable('the engine could not use it');
    case 'unknown':
      return new OutcomeUnknown('a request to the engine');
    case 'broken':
      return new EngineFault();
  }
}
