import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { newestQuery } from '../queries.ts';
import { Room } from './room.ts';

const said: ChatMessage = {
  group: '7',
  number: 1,
  key: 'a key',
  author: { handle: 'ada', nickname: 'Ada', maskedId: '10****07', avatar: null },
  house: null,
  text: 'kept on the device',
  image: null,
  reply: null,
  mentions: [],
  at: Date.UTC(2026, 0, 5),
  removed: null,
};

test('a room shows what the device has stored also when that comes after the room and after a failed question', async () => {
  const client = new QueryClient();
  const room = new Room(client, '7');
  const close = room.open();
  // Nothing answers here.
  await expect.poll(() => room.view.get().error).not.toBeNull();
  expect(room.view.get().isLoaded).toBe(false);
  client.setQueryData(newestQuery('7').queryKey, { messages: [said], next: null } as never);
  await expect.poll(() => room.view.get().messages).toEqual([said]);
  expect(room.view.get().isLoaded).toBe(true);
  close();
  client.clear();
});
