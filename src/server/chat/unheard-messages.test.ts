import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgresProxy, type PostgresProxy } from '../../../tests/faults/postgres-proxy.ts';
import type { ChatMessage } from '../../contract/entities/chat.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open.ts';
import { OutcomeUnknown } from '../store/outcome-unknown.ts';
import { createChat, type Chat } from './chat.ts';
import { testChat } from './testing.ts';

let world: Awaited<ReturnType<typeof testChat>>;
let proxy: PostgresProxy;
let database: Database;
let chat: Chat;
let told: ChatMessage[];

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
  told = [];
  chat.onMessages((_group, messages) => told.push(...messages));
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const say = (text: string) => ({ do: 'say', group: '1', text, mentions: [] });

it('tells the group what became durable without an answer, once, also when its author never asks again', async () => {
  const ada = await world.person();
  proxy.arm({ at: 'committed', action: 'cut', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-an-unheard-one', say('unheard'))).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(told).toEqual([]);
  await chat.tellUnheard();
  await chat.tellUnheard();
  expect(told.map(({ text }) => text)).toEqual(['unheard']);
  const again = await chat.act(ada.id, 'a-key-of-an-unheard-one', say('unheard'));
  expect(again?.number).toBe(told[0]?.number);
});

it('tells it when it becomes durable later, and never what did not', async () => {
  const ada = await world.person();
  const held = proxy.arm({ at: 'commit', action: 'hold', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-a-held-message', say('held'))).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.tellUnheard();
  expect(told).toEqual([]);
  expect(await (await held.fired).release()).toBe('COMMIT');
  await chat.tellUnheard();
  expect(told.map(({ text }) => text)).toEqual(['held']);
  proxy.arm({ at: 'commit', action: 'cut', match: 'INSERT INTO chat_messages' });
  await expect(chat.act(ada.id, 'a-key-of-a-lost-message', say('lost'))).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.tellUnheard();
  expect(told.map(({ text }) => text)).toEqual(['held']);
});

it('tells of a message that was removed without an answer', async () => {
  const ada = await world.person();
  const said = await chat.act(ada.id, 'a-key-of-a-removed-one', say('to be removed'));
  proxy.arm({ at: 'committed', action: 'cut', match: /UPDATE chat_messages/i });
  const remove = { do: 'remove', group: '1', number: said?.number };
  await expect(chat.act(ada.id, 'a-key-of-the-removing', remove)).rejects.toBeInstanceOf(OutcomeUnknown);
  await chat.tellUnheard();
  expect(told.at(-1)).toMatchObject({ number: said?.number, removed: 'author' });
});
