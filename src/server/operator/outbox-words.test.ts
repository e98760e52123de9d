import { expect, test } from 'vitest';
import { letterWords } from './outbox-words.ts';

const letter = {
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
const soon = letter.createdAt + 1_000;

test('a letter is told with its state and its whole text', () => {
  expect(letterWords(letter, soon)).toBe(
    [
      '#7  2026-01-02T03:04:05.000Z  email to ada@example.com  (waits)',
      '    Your code',
      '    Code 123456',
      '    Valid for ten minutes.',
    ].join('\n'),
  );
  expect(letterWords({ ...letter, tries: 3 }, soon)).toContain('(waits, tried 3 times)');
  expect(letterWords(letter, letter.expiresAt + 1)).toContain('(expired)');
  expect(letterWords({ ...letter, sentAt: soon }, letter.expiresAt + 1)).toContain(
    '(delivered 2026-01-02T03:04:06.000Z)',
  );
});
