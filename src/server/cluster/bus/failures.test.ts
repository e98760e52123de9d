import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AccessRefusal } from '#server/core/failures/access-refusal.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { deadlinePassed, Refusal } from '#server/core/failures/refusal.ts';
import { RequestFault } from '#server/core/failures/request-fault.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { QueueRefusal } from '#server/core/pacing/fair-queue.ts';
import { EngineFault, failureSchema, packFailure, readFailure } from './failures.ts';

function cross(error: unknown): Error {
  return readFailure(v.parse(failureSchema, JSON.parse(JSON.stringify(packFailure(error)))));
}

describe('a failure that crosses the link', () => {
  it.each([new Refusal('codeWrong', { retryAfterMs: 5, reason: 'text' }), new Refusal('notYetOpen'), deadlinePassed()])(
    'stays the refusal that it was: $codeName',
    (refusal) => {
      const crossed = cross(refusal) as Refusal;
      expect(crossed).toBeInstanceOf(Refusal);
      expect(crossed).not.toBeInstanceOf(AccessRefusal);
      expect([crossed.codeName, crossed.code, crossed.data]).toEqual([refusal.codeName, refusal.code, refusal.data]);
    },
  );

  it('keeps what a refusal of access asks for', () => {
    const crossed = cross(new AccessRefusal('noRealName', '998')) as AccessRefusal;
    expect(crossed).toBeInstanceOf(AccessRefusal);
    expect([crossed.codeName, crossed.answerType]).toEqual(['noRealName', '998']);
  });

  it('keeps the status of an invalid request', () => {
    const crossed = cross(new RequestFault(429, 'busyRetry', 'Too many calls')) as RequestFault;
    expect([crossed.statusCode, crossed.codeName]).toEqual([429, 'busyRetry']);
    const field = cross(new RequestFault(400, 'enterAmount', 'Bad input: amount')) as RequestFault;
    expect([field.statusCode, field.codeName]).toEqual([400, 'enterAmount']);
  });

  it('never makes an unknown outcome a refusal, nor a refusal an unknown outcome', () => {
    expect(storeFailure(cross(new OutcomeUnknown('a transaction')))).toBe('unknown');
    expect(storeFailure(cross(new StoreUnavailable('away')))).toBe('busy');
    expect(storeFailure(cross(new QueueRefusal('late')))).toBe('busy');
  });

  it('takes no detail of a broken invariant along', () => {
    const crossed = cross(new Error('secret detail'));
    expect(crossed).toBeInstanceOf(EngineFault);
    expect(crossed.message).not.toContain('secret');
  });
});
