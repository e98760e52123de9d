import type { ReviewLogLine, ReviewRecord } from '#server/accounts/reviews/read-reviews.ts';

const moment = (ms: number) => new Date(ms).toISOString();

/** Control characters that could move the cursor of a terminal, in text of users. */
const controls = /[\p{Cc}\p{Cf}]/gu;

/** Text of a user made safe for a terminal. */
export function harmless(text: string): string {
  return text.replaceAll(controls, '\uFFFD');
}

/** Lines with our own breaks, otherwise made safe for a terminal. */
export function harmlessLines(text: string): string {
  return text.split('\n').map(harmless).join('\n');
}

/** The state of a review as text. */
export function decisionText({ approved, decidedBy, decidedAt, reason, state }: ReviewRecord): string {
  if (approved === null || decidedAt === null) return 'waits';
  const because = reason === null || reason === '' ? '' : `: ${harmless(reason)}`;
  const taken = state === 'applied' ? '' : ', not taken up yet';
  return `${approved ? 'approved' : 'refused'} by ${harmless(decidedBy ?? '')} ${moment(decidedAt)}${taken}${because}`;
}

/** One line of a list. */
export function reviewLine(review: ReviewRecord): string {
  const { id, kind, owner, openedAt } = review;
  return `#${id}  ${kind.padEnd(10)}  user ${owner}  ${moment(openedAt)}  (${decisionText(review)})`;
}

/** A review with all its facts. */
export function reviewText(review: ReviewRecord): string {
  const facts = Object.entries(review.facts);
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  const lines = facts.map(([name, value]) => `    ${name.padEnd(width)}  ${harmless(value)}`);
  return [reviewLine(review), ...lines].join('\n');
}

/** One line of the log. */
export function logText({ review, at, who, what, reason }: ReviewLogLine): string {
  return `${moment(at)}  #${review}  ${what.padEnd(8)}  ${harmless(who)}${reason === '' ? '' : `: ${harmless(reason)}`}`;
}
