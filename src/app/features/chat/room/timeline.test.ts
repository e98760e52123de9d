import { expect, it } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { timeline } from './timeline.ts';

const at = Date.UTC(2026, 0, 5, 15, 50);
const user = (handle: string) => ({ handle, nickname: handle, maskedId: '10****07', avatar: null });
const message = (number: number, author: string | null, minutes: number): ChatMessage => ({
  group: '1',
  number,
  key: author === null ? null : `k${number}`,
  author: author === null ? null : user(author),
  house: author === null ? 'welcome' : null,
  text: '',
  image: null,
  reply: null,
  mentions: [],
  at: at + minutes * 60_000,
  removed: null,
});
const base = { waiting: [], me: 'me', readThrough: null, hoursAt: () => 8, isWhole: true };
const write = (id: string) => ({ id, input: { group: '1', text: '', mentions: [], image: null }, at, refused: null });

it('parts days at the reader’s midnight, and joins what one user says shortly after each other', () => {
  const messages = [
    message(1, null, 0),
    message(2, 'ada', 1),
    message(3, 'ada', 3),
    message(4, 'ada', 12),
    message(5, 'me', 13),
  ];
  const rows = timeline({ ...base, messages });
  expect(rows.map((row) => (row.is === 'message' ? `${row.message.number}${row.isFirst ? '+' : ''}` : row.is))).toEqual(
    ['day', '1+', '2+', '3', 'day', '4+', '5+'],
  );
  expect(timeline({ ...base, messages, hoursAt: () => 0 }).filter(({ is }) => is === 'day')).toHaveLength(1);
  expect(timeline({ ...base, messages, isWhole: false })[0]?.is).toBe('start');
});

it('draws the line above the first unread message of another user', () => {
  const messages = [message(1, null, 0), message(2, 'me', 1), message(3, 'ada', 2), message(4, 'ada', 3)];
  const line = (readThrough: number | null) => {
    const rows = timeline({ ...base, messages, readThrough });
    const next = rows[rows.findIndex(({ is }) => is === 'unread') + 1];
    return rows.some(({ is }) => is === 'unread') && next?.is === 'message' ? next.message.number : null;
  };
  expect([line(null), line(1), line(3), line(4)]).toEqual([null, 3, 4, null]);
});

it('shows what waits until it is there, in the same row', () => {
  const before = timeline({ ...base, messages: [], waiting: [write('k2'), write('k9')] });
  const after = timeline({ ...base, messages: [message(2, 'me', 1)], waiting: [write('k2'), write('k9')] });
  expect(before.map(({ key }) => key)).toEqual(['own k2', 'own k9']);
  expect(after.map(({ key }) => key)).toEqual([expect.stringMatching(/^day/), 'own k2', 'own k9']);
});
