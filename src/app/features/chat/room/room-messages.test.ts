import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { gapBelow, type Held, newestOf, unbroken, withMessages, withoutRest } from './room-messages.ts';

const message = (number: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  group: '1',
  number,
  key: null,
  author: null,
  house: null,
  text: `message ${number}`,
  image: null,
  reply: null,
  mentions: [],
  at: number,
  removed: null,
  ...more,
});
const numbers = (held: Held) => unbroken(held).map(({ number }) => number);

it('shows one conversation without a gap, whatever came in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }), { maxLength: 12 }), (pages) => {
      let held: Held = new Map();
      for (const page of pages)
        held = withMessages(
          held,
          page.map((number) => message(number)),
        );
      const all = new Set(pages.flat());
      const expected: number[] = [];
      for (let number = Math.max(0, ...all); all.has(number); number -= 1) expected.unshift(number);
      expect(numbers(held)).toEqual(expected);
      const below = [...all].filter((number) => number < (expected[0] ?? 0));
      expect(gapBelow(held)).toBe(below.length === 0 ? null : Math.max(...below));
      expect([...withoutRest(held).keys()]).toEqual(expected);
    }),
  );
});

it('keeps what is gone gone, also in the words that quote it, when an older page comes later', () => {
  const quote = { number: 1, author: null, text: 'secret', image: false, gone: false };
  let held = withMessages(new Map(), [message(1, { text: 'secret' }), message(2, { reply: quote })]);
  held = withMessages(held, [message(3)], [1]);
  expect(unbroken(held).map(({ text }) => text)).toEqual(['', 'message 2', 'message 3']);
  expect(unbroken(held)[1]?.reply).toMatchObject({ text: '', gone: true });
  held = withMessages(held, [message(1, { text: 'secret' })]);
  expect(unbroken(held)[0]).toMatchObject({ text: '', removed: 'operator' });
});

it('fills a gap', () => {
  let held = withMessages(new Map(), [message(1), message(2)]);
  held = withMessages(held, [message(5), message(6)]);
  expect([numbers(held), gapBelow(held), newestOf(held)]).toEqual([[5, 6], 2, 6]);
  held = withMessages(held, [message(3), message(4)]);
  expect([numbers(held), gapBelow(held)]).toEqual([[1, 2, 3, 4, 5, 6], null]);
});
