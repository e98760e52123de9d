import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '../api/api.ts';
import type { Outcome } from './open-outcomes.ts';

/** What an answer to a question about an outcome says of it. */
type Verdict =
  /** It was not done, and nothing that is still under way can do it. */
  | 'not-done'
  /** This request did nothing; an earlier one of the key may still arrive. */
  | 'refused'
  /** Nothing. */
  | 'nothing';

/**
 * Codes decided before the idempotency key is looked up: about the caller, the area, the load. Said
 * of the first request they are a refusal; said of a question they say nothing of the first request.
 */
const aboutTheQuestion: ReadonlySet<number> = new Set([
  codes.serverError,
  codes.busyRetry,
  codes.unauthorized,
  codes.notYetOpen,
  codes.accountDisabled,
  codes.noRealName,
]);

/** Whether the exchange says that it is too late for this key: nothing was done, and nothing will be. */
export function isDeadlinePassed(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || error.code !== codes.busyRetry) return false;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'deadline-passed';
}

/** What a failed question says, whichever question of this outcome it was. */
export function verdictOf(error: unknown): Verdict {
  if (isDeadlinePassed(error)) return 'not-done';
  if (!(error instanceof ApiRefusal) || aboutTheQuestion.has(error.code)) return 'nothing';
  return error.status >= 400 && error.status !== 401 ? 'nothing' : 'refused';
}

/** No deadline: a request sent with it starts nothing new. */
export const neverDeadline = 0;

/**
 * What a question of an outcome is sent with. While its own deadline lasts it is the same request again, and may still
 * do it; long after, it only asks, also where the deadline was never known.
 *
 * @param windowMs how long after the tap a request may still do it
 */
export function deadlineOfQuestion({ at, deadline }: Outcome, nowMs: number, windowMs: number): number | null {
  return Math.abs(nowMs - at) >= windowMs ? neverDeadline : deadline;
}
