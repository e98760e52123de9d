import { randomId } from '#protocol/core/text/random-id.ts';
import { traceresponseHeader } from '#protocol/core/limits.ts';

let isWanted = false;

/** Takes from an answer whether the exchange traces calls: it says so in every one. */
export function noteTracing(answer: Response): void {
  isWanted = answer.headers.has(traceresponseHeader);
}

/**
 * Begins a trace for one call (W3C Trace Context): random for every call, so that no two of them can be related. It says
 * that nothing was recorded here; what is recorded is for the exchange to decide.
 *
 * @returns the value of `traceparent`; null while the exchange does not trace
 */
export function traceparent(): string | null {
  if (!isWanted) return null;
  return `00-${randomId(crypto)}-${randomId(crypto).slice(0, 16)}-00`;
}
