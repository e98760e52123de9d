import { beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { ChatAct, ChatMessage } from '#protocol/chat/entities.ts';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import { talkMessagesPerSideMax, talkReadableMs } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { chatLines } from '#server/accounts/chat/operator-reading.ts';
import { createModeration } from '#server/accounts/chat/moderation.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { pictureForm } from './picture-form.ts';

/** The conversation of a fiat order on a real exchange: its two sides talk there, and nobody else learns of it. */

let [mei, ada, eve]: Trader<string>[] = [];
const { caller, market, exchange, trader } = p2pExchange('fiat-talk');

beforeAll(async () => {
  [mei, ada, eve] = [await trader(), await trader(), await trader()];
}, 60_000);

const who = (one: Trader<string> | undefined): Trader<string> => {
  if (one === undefined) throw new Error('nobody');
  return one;
};
let acts = 0;
/** An act over the stream: the message concerned, or the name of the refusal. */
async function act(by: Trader<string> | undefined, what: ChatAct): Promise<ChatMessage | string | null> {
  acts += 1;
  const key = `an-act-of-the-talk-${acts}`;
  return exchange()
    .chat.act(BigInt(who(by).id), key, what)
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error.codeName;
      throw error;
    });
}
const say = (by: Trader<string> | undefined, group: string, text: string, more = {}) =>
  act(by, { do: 'say', group, text, ...more });
const detail = (id: string, by: Trader<string> | undefined) =>
  caller.done('GET tradeBuyWaitPage', { id }, who(by).as) as Promise<{ talk: P2pTalk | null }>;
async function talk(id: string, by: Trader<string> | undefined): Promise<P2pTalk> {
  const { talk: found } = await detail(id, by);
  if (found === null) throw new Error('no conversation');
  return found;
}
async function lines(group: string, by: Trader<string> | undefined): Promise<ChatMessage[]> {
  const { messages } = await caller.done('GET getChatList', { what: 'messages', group }, who(by).as);
  return (messages as ChatMessage[]).toReversed();
}
const shown = ({ house, text }: ChatMessage) => house ?? text;
const fileStatus = async (file: string, by: Trader<string> | undefined) =>
  (await exchange().app.inject({ url: `/files/${file}`, headers: { authorization: `Bearer ${who(by).as}` } }))
    .statusCode;

it('the two sides talk, without having entered the community, until the order ends; every change is a line', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  expect(await say(ada, group, 'I pay now')).toMatchObject({ text: 'I pay now', order: id });
  expect(await say(mei, group, 'Thank you')).toMatchObject({ text: 'Thank you' });
  expect(await talk(id, ada)).toMatchObject({ unread: 1, open: true, last: { text: 'Thank you' }, readByOther: 0 });
  await act(ada, { do: 'read', group, through: 3 });
  expect(await talk(id, ada)).toMatchObject({ unread: 0, readThrough: 3 });
  expect(await talk(id, mei)).toMatchObject({ unread: 1, readByOther: 3 });
  await caller.done('POST tradePaid', { id }, who(ada).as);
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, who(mei).as);
  expect((await lines(group, ada)).map(shown)).toEqual([
    'order-taken',
    'I pay now',
    'Thank you',
    'order-paid',
    'order-released',
  ]);
  expect(await say(ada, group, 'Thanks')).toBe('orderFinished');
  expect(await talk(id, mei)).toMatchObject({ open: false });
});

it('what a message asks for is marked for both sides, and no side takes its words back', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  const said = await say(mei, group, 'Add me on Telegram, t.me/mei');
  expect(said).toMatchObject({ warnings: ['link', 'elsewhere'] });
  expect((await lines(group, ada)).at(-1)).toMatchObject({ warnings: ['link', 'elsewhere'] });
  expect(await act(mei, { do: 'remove', group, number: 2 })).toBe('operationFailed');
  expect(await act(ada, { do: 'report', group, number: 2, reason: 'elsewhere' })).toBe(null);
});

it('a side that has said all it may silences neither the other side nor the house', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  // Twice what one side may say, from a time when that was not counted.
  await exchange().database.pool.query(
    `INSERT INTO chat_messages (group_id, number, author, key, text, at)
     SELECT $1::bigint, 1 + n, $2, 'flood ' || $1::bigint || ' ' || n, 'Hey', 0 FROM generate_series(1, $3::int) n`,
    [group, who(ada).id, 2 * talkMessagesPerSideMax],
  );
  await exchange().database.pool.query('UPDATE chat_groups SET last_number = $2 WHERE id = $1', [
    group,
    1 + 2 * talkMessagesPerSideMax,
  ]);
  expect(await say(ada, group, 'And another')).toBe('quantityOutOfRange');
  expect(await say(mei, group, 'One answer')).toMatchObject({ text: 'One answer' });
  await caller.done('POST tradePaid', { id }, who(ada).as);
  expect((await lines(group, mei)).map(shown).slice(-2)).toEqual(['One answer', 'order-paid']);
});

it('a side may say as much as its share, whatever the other said', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  await exchange().database.pool.query(
    `INSERT INTO chat_messages (group_id, number, author, key, text, at)
     SELECT $1::bigint, 1 + n, CASE WHEN n % 2 = 0 THEN $2::bigint ELSE $3::bigint END, 'talk ' || $1::bigint || ' ' || n, 'Hey', 0
       FROM generate_series(1, $4::int) n`,
    [group, who(ada).id, who(mei).id, 2 * talkMessagesPerSideMax - 1],
  );
  await exchange().database.pool.query('UPDATE chat_groups SET last_number = $2 WHERE id = $1', [
    group,
    2 * talkMessagesPerSideMax,
  ]);
  expect(await say(ada, group, 'My last word')).toMatchObject({ text: 'My last word' });
  expect(await say(ada, group, 'One more')).toBe('quantityOutOfRange');
  expect(await say(mei, group, 'Mine was said')).toBe('quantityOutOfRange');
});

it('nobody else reads it, writes in it, or learns that it exists', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  const { payload, contentType } = await pictureForm({ purpose: 'chat' });
  const headers = { authorization: `Bearer ${who(ada).as}`, 'content-type': contentType };
  const uploaded = await exchange().app.inject({ method: 'POST', url: '/api/api/upload/img', headers, payload });
  const image = uploaded.json<{ data: { id: string } }>().data.id;
  await say(ada, group, '', { image });
  expect([await fileStatus(image, ada), await fileStatus(image, mei), await fileStatus(image, eve)]).toEqual([
    200, 200, 404,
  ]);
  await caller.done('POST checkChatPwd', { rules: 1 }, who(eve).as);
  expect(await say(eve, group, 'Hello')).toBe('notFound');
  expect(await act(eve, { do: 'read', group, through: 1 })).toBe('notFound');
  expect(await act(eve, { do: 'remove', group, number: 1 })).toBe('notFound');
  expect(await act(eve, { do: 'report', group, number: 1, reason: 'x' })).toBe('notFound');
  expect(await exchange().chat.mayRead(BigInt(who(eve).id), BigInt(group))).toBe(false);
  for (const what of ['messages', 'members', 'groups'] as const) {
    const answer = await caller.call('GET getChatList', { what, group }, { as: who(eve).as });
    const missing = await caller.call('GET getChatList', { what, group: '999999' }, { as: who(eve).as });
    expect(answer).toEqual(missing);
    expect(answer.code).toBe(codes.notFound);
  }
  const join = await caller.call('POST checkChatPwd', { group: group as never }, { as: who(eve).as });
  expect(join.code).toBe(codes.notFound);
  for (const by of [eve, ada]) {
    const { groups } = await caller.done('GET getChatList', { what: 'groups' }, who(by).as);
    expect((groups as { id: string }[]).some((one) => one.id === group)).toBe(false);
  }
  const { groups } = await caller.done('GET common/getChatConfigs', {});
  expect((groups as { id: string }[]).some((one) => one.id === group)).toBe(false);
});

it('the operator reads it, and neither bans nor the operator of the community let others in', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  await say(ada, group, 'Good day');
  expect((await chatLines(exchange().database, BigInt(group))).join('\n')).toContain('Good day');
  const moderation = createModeration(exchange().database, Date.now, 'Grace');
  await expect(moderation.member(BigInt(group), BigInt(who(eve).id), true)).rejects.toThrow(Refusal);
  await moderation.ban(BigInt(who(ada).id), true, 'in the lounge');
  await moderation.close(true);
  expect(await say(ada, group, 'Still here')).toMatchObject({ text: 'Still here' });
  await moderation.close(false);
  expect(await moderation.sayToOrder(BigInt(id), 'Please show the receipt.')).toBe(true);
  expect((await lines(group, ada)).at(-1)).toMatchObject({
    author: null,
    house: null,
    text: 'Please show the receipt.',
  });
  expect(await talk(id, mei)).toMatchObject({ unread: 3 });
  await moderation.ban(BigInt(who(ada).id), false, '');
});

it('the account topic brings the conversation of an open order and what is new in it', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  const feed = exchange().account.open(BigInt(who(ada).id), () => undefined);
  const rows = (update: { fiatTalks?: readonly P2pTalk[] } | null) => update?.fiatTalks ?? [];
  expect(rows(await feed.load())).toContainEqual(expect.objectContaining({ order: id, group, unread: 0 }));
  await say(mei, group, 'Hello');
  await expect.poll(() => rows(feed.take())).toContainEqual(expect.objectContaining({ order: id, unread: 1 }));
  await caller.done('POST tradePaid', { id }, who(ada).as);
  await expect
    .poll(() => rows(feed.take()))
    .toContainEqual(expect.objectContaining({ last: expect.objectContaining({ house: 'order-paid' }) }));
  feed.close();
});

it('is read for 90 days after the end, and kept after that', async () => {
  const id = await market.order(who(ada), who(mei), 'buy');
  const { group } = await talk(id, ada);
  await caller.done('POST tradeCancel', { id, notPaid: true, confirmed: true }, who(ada).as);
  const { readableUntil } = await talk(id, ada);
  expect((readableUntil ?? 0) - Date.now()).toBeGreaterThan(talkReadableMs - 60_000);
  await exchange().database.pool.query('UPDATE chat_groups SET hidden_at = $2 WHERE id = $1', [group, Date.now()]);
  const answer = await caller.call('GET getChatList', { what: 'messages', group }, { as: who(ada).as });
  expect(answer.code).toBe(codes.notFound);
  expect((await detail(id, ada)).talk).toBe(null);
  expect(await chatLines(exchange().database, BigInt(group))).toHaveLength(2);
});
