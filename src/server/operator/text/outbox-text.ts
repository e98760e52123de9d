import type { OutboxMessage } from '#server/accounts/mail/sender.ts';

/** A message as printed on the console. */
export function letterText(message: OutboxMessage, now: number): string {
  const state =
    message.sentAt !== null
      ? `delivered ${new Date(message.sentAt).toISOString()}`
      : message.expiresAt < now
        ? 'expired'
        : message.tries > 0
          ? `waits, tried ${message.tries} times`
          : 'waits';
  return [
    `#${message.id}  ${new Date(message.createdAt).toISOString()}  ${message.channel} to ${message.recipient}  (${state})`,
    `    ${message.subject}`,
    ...message.body.split('\n').map((line) => `    ${line}`),
  ].join('\n');
}
