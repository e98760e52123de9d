import { expect, test } from 'vitest';
import { letterText } from './outbox-text.ts';

const message = {
  id: 7n,
  channel: 'email' as const,
  recipient: 'ada@example.com',
  subject: 'Your code',
  body: 'Code 123456\nValid for ten minutes.',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  expiresAt: Date.UTC(2026, 0, 2, 3, 14, 5),
  sentAt: null,
  tries: 0,
};
const soon = message.createdAt + 1_000;

test('a message is printed with its state and its whole text', () => {
  expect(letterText(message, soon)).toBe(
    [
      '#7  2026-01-02T03:04:05.000Z  email to ada@example.com  (waits)',
      '    Your code',
      '    Code 123456',
      '    Valid for ten minutes.',
    ].join('\n'),
  );
  expect(letterText({ ...message, tries: 3 }, soon)).toContain('(waits, tried 3 times)');
  expect(letterText(message, message.expiresAt + 1)).toContain('(expired)');
  expect(letterText({ ...message, sentAt: soon }, message.expiresAt + 1)).toContain(
    '(delivered 2026-01-02T03:04:06.000Z)',
  );
});
