import { traceresponseHeader } from '../../../protocol/limits.ts';

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
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0'));
  const digits = bytes.join('');
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-00`;
}
