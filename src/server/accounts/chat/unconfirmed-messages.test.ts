import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgresProxy, type PostgresProxy } from '../../../../tests/faults/proxy/postgres-proxy.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import type { Database } from '#server/core/store/database.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { createChat, type Chat } from './chat.ts';
import { testChat } from './testing.ts';

let world: Awaited<ReturnType<typeof testChat>>;
let proxy: PostgresProxy;
let database: Database;
let chat: Chat;
let published: ChatMessage[];

beforeAll(async () => {
  world = await testChat();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { connection } = world.database;
  const { host, port } = connection as { host: string; port: number };
  proxy = await startPostgresProxy({ host, port });
  database = openDatabase({ ...connection, host: proxy.host, port: proxy.port }, { poolMax: 3 });
  chat = createChat({ ...world, database });
  published = [];
  chat.onMessages((_group, messages) => published.push(...messages));
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const say = (text: string) => ({ do: 'say', group: '1', text, mentions: [] });

it('publishes what became durable without an answer once, even if its author never retries', async () => {
  const ada = await world.user();
  proxy.arm({ at: 'committed', action: 'cut', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-an-unheard-one', say('unheard'))).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(published).toEqual([]);
  await chat.publishUnconfirmed();
  await chat.publishUnconfirmed();
  expect(published.map(({ text }) => text)).toEqual(['unheard']);
  const again = await chat.act(ada.id, 'a-key-of-an-unheard-one', say('unheard'));
  expect(again?.number).toBe(published[0]?.number);
});

it('publishes it when it becomes durable later, and never what did not', async () => {
  const ada = await world.user();
  const held = proxy.arm({ at: 'commit', action: 'hold', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-a-held-message', say('held'))).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.publishUnconfirmed();
  expect(published).toEqual([]);
  expect(await (await held.fired).release()).toBe('COMMIT');
  await chat.publishUnconfirmed();
  expect(published.map(({ text }) => text)).toEqual(['held']);
  proxy.arm({ at: 'commit', action: 'cut', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-a-lost-message', say('lost'))).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.publishUnconfirmed();
  expect(published.map(({ text }) => text)).toEqual(['held']);
});

it('publishes the removal of a message that was not acknowledged', async () => {
  const ada = await world.user();
  const said = await chat.act(ada.id, 'a-key-of-a-removed-one', say('to be removed'));
  proxy.arm({ at: 'committed', action: 'cut', match: /UPDATE chat_messages/i });
  const remove = { do: 'remove', group: '1', number: said?.number };
  await expect(chat.act(ada.id, 'a-key-of-the-removing', remove)).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.publishUnconfirmed();
  expect(published.at(-1)).toMatchObject({ number: said?.number, removed: 'author' });
});
