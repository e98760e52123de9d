import type { OutboxLetter } from '../sender/sender.ts';

/** A letter as the operator reads it on the console. */
export function letterWords(letter: OutboxLetter, now: number): string {
  const state =
    letter.sentAt !== null
      ? `delivered ${new Date(letter.sentAt).toISOString()}`
      : letter.expiresAt < now
        ? 'expired'
        : letter.tries > 0
          ? `waits, tried ${letter.tries} times`
          : 'waits';
  return [
    `#${letter.id}  ${new Date(letter.createdAt).toISOString()}  ${letter.channel} to ${letter.recipient}  (${state})`,
    `    ${letter.subject}`,
    ...letter.body.split('\n').map((line) => `    ${line}`),
  ].join('\n');
}
