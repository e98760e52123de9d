import type { OperatorLogLine } from '../gate/operator-log.ts';
import type { StandingStop, StopSubject } from '../gate/stops.ts';
import { harmless } from './review-words.ts';

/** What is stopped, as the operator names it. */
export function subjectWords({ scope, of }: StopSubject): string {
  return scope === 'withdrawals' ? 'withdrawals' : `${scope} ${of}`;
}

/** One stop that stands. */
export function stopWords(stop: StandingStop): string {
  const since = new Date(stop.since).toISOString();
  return `${subjectWords(stop)}  since ${since} by ${harmless(stop.by)}: ${harmless(stop.reason)}`;
}

/** One line of the log. */
export function logLineWords({ at, who, what, scope, subject, reason, sessions }: OperatorLogLine): string {
  const of =
    scope === null ? `${what === 'audit-resolve' ? 'coin' : 'user'} ${subject}` : subjectWords({ scope, of: subject });
  const ended = sessions.length === 0 ? '' : ` (${sessions.length} sessions ended)`;
  return `${new Date(at).toISOString()}  ${harmless(who)}  ${what}  ${of}${ended}  ${harmless(reason)}`;
}
