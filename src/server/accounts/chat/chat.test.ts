import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { chatSendsMax, chatSendWindowMs, chatTextMaxLength } from '#protocol/core/limits.ts';
import { chatTopic, guardedChat } from './topic.ts';
import { testStream } from '#server/stream/testing.ts';
import { createChat } from './chat.ts';
import { countedForMs } from './member-counts.ts';
import { pruneMessages } from './removal.ts';
import { testChat, receivedBy } from './testing.ts';

let world: Awaited<ReturnType<typeof testChat>>;
beforeAll(async () => {
  world = await testChat();
});
afterAll(() => world.close());

const numbersOf = (messages: readonly ChatMessage[]) => messages.map(({ number }) => number);
const refusal = (code: number) => ({ code });
const photo = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();

describe('a group', () => {
  it('delivers every message to all members once, in order, without gaps', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    for (const { client } of [ada, ben]) client.say({ op: 'subscribe', topics: ['chat:1'] });
    await ben.client.until((one) => one.topicFrames('chat:1')[0]);
    const speakers = await Promise.all(Array.from({ length: 10 }, () => world.user()));
    const answers = await Promise.all(
      speakers.flatMap((speaker, of) => [speaker.say(`first of ${of}`), speaker.say(`second of ${of}`)]),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => codes.success));
    const last = Math.max(...answers.map(({ data }) => (data as ChatMessage).number));
    const published = await ben.client.until((one) => {
      const all = receivedBy(one);
      return all.at(-1)?.number === last && all;
    });
    expect(numbersOf(published)).toEqual(
      Array.from({ length: published.length }, (_, index) => last - published.length + 1 + index),
    );
    const deltas = ben.client.topicFrames('chat:1').filter(({ is }) => is === 'delta');
    const inDeltas = deltas.flatMap(({ data }) => numbersOf((data as { messages: ChatMessage[] }).messages));
    expect(inDeltas).toEqual([...new Set(inDeltas)].toSorted((a, b) => a - b));
    expect(published[0]).toMatchObject({ author: null, house: 'welcome' });
  });

  it('continues after a message whose commit was never acknowledged', async () => {
    const ada = await world.user();
    ada.client.say({ op: 'subscribe', topics: ['chat:1'] });
    await ada.client.until((one) => one.topicFrames('chat:1')[0]);
    const unconfirmed = await createChat(world).act(ada.id, 'a-message-nobody-heard-of', say('unheard'));
    const heard = (await ada.say('heard')).data as ChatMessage;
    expect(heard.number).toBe((unconfirmed?.number ?? 0) + 1);
    const seen = await ada.client.until((one) => {
      const published = receivedBy(one);
      return published.at(-1)?.number === heard.number ? published : undefined;
    });
    expect(seen.slice(-2).map(({ text }) => text)).toEqual(['unheard', 'heard']);
  });

  it('that is empty begins with its first message, whichever is reported first', async () => {
    const ada = await world.user();
    const group = String(await world.moderation.make('Empty', 'members', null));
    await world.moderation.member(BigInt(group), ada.id, true);
    ada.client.say({ op: 'subscribe', topics: [`chat:${group}`] });
    await ada.client.until((one) => one.topicFrames(`chat:${group}`)[0]);
    const other = createChat(world);
    const first = await other.act(ada.id, 'the-first-of-a-group', { ...say('first'), group });
    const second = await other.act(ada.id, 'the-second-of-a-group', { ...say('second'), group });
    await world.chat.messageCame(BigInt(group), second?.number ?? 0);
    // Longer than a stream tick.
    await sleep(200);
    await world.chat.messageCame(BigInt(group), first?.number ?? 0);
    await ada.client.until((one) => receivedBy(one, group).length === 2);
    const ben = await world.user();
    await world.moderation.member(BigInt(group), ben.id, true);
    ben.client.say({ op: 'subscribe', topics: [`chat:${group}`] });
    const begun = await ben.client.until((one) => one.topicFrames(`chat:${group}`)[0]);
    expect(numbersOf((begun.data as { messages: ChatMessage[] }).messages)).toEqual([1, 2]);
    expect(numbersOf(receivedBy(ada.client, group))).toEqual([1, 2]);
  });

  it('stores a message once however often it is sent, concurrently or later', async () => {
    const ada = await world.user();
    const key = 'the-same-key-every-time';
    const answers = await Promise.all(Array.from({ length: 64 }, () => world.chat.act(ada.id, key, say('once'))));
    expect(new Set(numbersOf(answers as ChatMessage[])).size).toBe(1);
    await ada.act({ do: 'remove', group: '1', number: answers[0]?.number ?? 0 });
    const again = await ada.say('once', {}, key);
    expect(again).toMatchObject({
      code: codes.success,
      data: { number: answers[0]?.number, removed: 'author', text: '' },
    });
    const { rows } = await world.database.pool.query('SELECT 1 FROM chat_messages WHERE key = $1', [key]);
    expect(rows).toHaveLength(1);
    expect(await ada.act({ ...say('once'), group: '999' }, key)).toMatchObject({ code: codes.alreadyProcessed });
  });

  it('cleans text, and refuses empty or overlong messages', async () => {
    const ada = await world.user();
    const said = await ada.say('  a\u202Eb\u0000 \u200Bc<script>alert(1)</script>\r\nd ');
    expect((said.data as ChatMessage).text).toBe('ab c<script>alert(1)</script>\nd');
    for (const text of ['', ' \u200B ', 'x'.repeat(chatTextMaxLength + 1)]) {
      expect(await ada.say(text)).toMatchObject({ code: codes.operationFailed });
    }
    for (const act of [null, {}, { do: 'say' }, { do: 'hack', group: '1' }, { ...say('x'), author: '1' }]) {
      expect(await ada.act(act as never)).toMatchObject({ code: codes.operationFailed });
    }
  });

  it('rate-limits fast senders, reports the wait, and accepts messages after it', async () => {
    const ada = await world.user();
    const answers = await Promise.all(
      Array.from({ length: chatSendsMax + 3 }, (_, index) => ada.say(`quick ${index}`)),
    );
    const refused = answers.filter(({ code }) => code === codes.busyRetry);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.data).toEqual({ retryAfterMs: chatSendWindowMs });
    world.pass(chatSendWindowMs);
    expect(await ada.say('slow')).toMatchObject({ code: codes.success });
  });

  it('is paged backwards, and forwards to fill a gap', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    for (let count = 0; count < 12; count += 1) {
      world.pass(chatSendWindowMs);
      await ada.say(`page ${count}`);
    }
    const first = await ben.list({ group: '1', size: '5' });
    const second = await ben.list({ group: '1', size: '5', cursor: first.next ?? '' });
    expect(numbersOf(second.messages)).toEqual(numbersOf(first.messages).map((number) => number - 5));
    const from = second.messages.at(-1)?.number ?? 0;
    const gap = await ben.list({ group: '1', size: '9', after: String(from) });
    expect(numbersOf(gap.messages)).toEqual(Array.from({ length: 9 }, (_, index) => from + 1 + index));
    await expect(ben.list({ group: '1', cursor: 'not-a-number' })).rejects.toThrow(String(codes.operationFailed));
  });
});

describe('unread', () => {
  it('counts unread messages of others, flags mentions, and follows the read mark', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    await world.call('PUT nickName', ben.token, { nickname: `Ben ${ben.id}` });
    const groupOf = async () => (await ben.list({ what: 'groups' })).groups[0];
    const before = (await groupOf())?.last?.number ?? 0;
    expect(await groupOf()).toMatchObject({ key: 'lounge', unread: 0, mentioned: false, readThrough: before });
    await ada.say('one');
    await ben.say('mine');
    await ada.say(`two @Ben ${ben.id}`, { mentions: [ben.handle, ada.handle] });
    expect(await groupOf()).toMatchObject({ unread: 2, mentioned: true });
    const { messages } = await ben.list({ group: '1', size: '1' });
    expect(messages[0]?.mentions).toEqual([{ handle: ben.handle, name: `Ben ${ben.id}` }]);
    await ben.act({ do: 'read', group: '1', through: 999_999 });
    expect(await groupOf()).toMatchObject({ unread: 0, mentioned: false, readThrough: before + 3 });
    await ben.act({ do: 'read', group: '1', through: 1 });
    expect(await groupOf()).toMatchObject({ readThrough: before + 3 });
    const found = await ada.list({ what: 'members', group: '1', name: `ben ${ben.id}` });
    expect(found.members).toEqual([
      {
        handle: ben.handle,
        nickname: `Ben ${ben.id}`,
        maskedId: expect.stringMatching(/^\d\d\*{4}\d\d$/),
        avatar: null,
      },
    ]);
  });
});

describe('replies, pictures and removal', () => {
  it('quotes existing messages, and nothing of removed ones', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    ben.client.say({ op: 'subscribe', topics: ['chat:1'] });
    const said = (await ada.say('what I said')).data as ChatMessage;
    const reply = (await ben.say('why', { replyTo: said.number })).data as ChatMessage;
    expect(reply.reply).toMatchObject({ number: said.number, text: 'what I said', gone: false });
    expect(await ben.act({ do: 'remove', group: '1', number: said.number })).toMatchObject(refusal(codes.notFound));
    expect(await ada.act({ do: 'remove', group: '1', number: said.number })).toMatchObject({ code: codes.success });
    await ben.client.until((one) => receivedBy(one).find(({ number }) => number === said.number)?.removed === 'author');
    const quoted = receivedBy(ben.client).find(({ number }) => number === reply.number);
    expect(quoted?.reply).toEqual({ number: said.number, author: null, text: '', image: false, gone: true });
    expect(await ben.say('x', { replyTo: 999_999 })).toMatchObject(refusal(codes.operationFailed));
  });

  it('shows pictures only to members of the group, until they are removed', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    const stranger = await world.user({ enters: false });
    const { id } = (await world.upload(ada.token, await photo(), { purpose: 'chat' })).data as { id: string };
    expect(await ben.say('', { image: id })).toMatchObject(refusal(codes.uploadPhotos));
    const said = (await ada.say('', { image: id })).data as ChatMessage;
    expect(said.image).toEqual({ id, width: 40, height: 20 });
    expect(await ada.say('', { image: id })).toMatchObject(refusal(codes.uploadPhotos));
    expect((await world.chat.readFile(ben.id, id))?.length).toBeGreaterThan(100);
    expect(await world.chat.readFile(stranger.id, id)).toBe(null);
    const other = (await world.upload(ada.token, await photo(), { purpose: 'identity' })).data as { id: string };
    expect(await world.chat.readFile(ben.id, other.id)).toBe(null);
    await ada.act({ do: 'remove', group: '1', number: said.number });
    expect(await world.chat.readFile(ben.id, id)).toBe(null);
    expect((await world.get(ada.token, id)).statusCode).toBe(404);
  });
});

describe('access to a group', () => {
  it('requires accepting the rules', async () => {
    const stranger = await world.user({ enters: false });
    expect((await stranger.list({ what: 'groups' })).groups).toEqual([]);
    stranger.client.say({ op: 'subscribe', topics: ['chat:1', 'chat:999', 'chat:999999999999999999'] });
    await stranger.client.until((one) => one.heard.filter((f) => 'op' in f && f.op === 'refused').length === 3);
    expect(stranger.client.topicFrames('chat:1')).toEqual([]);
    expect(await stranger.say('hello')).toMatchObject(refusal(codes.notFound));
    for (const what of ['messages', 'members']) {
      await expect(stranger.list({ what, group: '1' })).rejects.toThrow(String(codes.notFound));
    }
    const visitor = await world.stream.connect();
    visitor.say({ op: 'subscribe', topics: ['chat:1'] });
    visitor.say({ op: 'chat', id: 'a-key-of-a-visitor', act: say('hello') });
    await visitor.until((one) => one.heard.filter((f) => 'op' in f && 'code' in f).length === 2);
    expect(visitor.heard.filter((f) => 'op' in f && 'code' in f)).toMatchObject([
      refusal(codes.unauthorized),
      refusal(codes.unauthorized),
    ]);
  });

  it('is denied to closed accounts, even over an open socket', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    const said = (await ada.say('still here')).data as ChatMessage;
    await world.database.pool.query('UPDATE users SET disabled = true WHERE id = $1', [ada.id]);
    expect(await ada.say('and now?')).toMatchObject(refusal(codes.notFound));
    expect(await ada.act({ do: 'report', group: '1', number: said.number, reason: '' })).toMatchObject(
      refusal(codes.notFound),
    );
    expect(await world.chat.mayRead(ada.id, 1n)).toBe(false);
    expect(await world.chat.mayRead(ben.id, 1n)).toBe(true);
    const { members } = await ben.list({ what: 'members', group: '1', size: '100' });
    expect(members.map(({ handle }) => handle)).not.toContain(ada.handle);
  });

  it('is given to members added by the operator until they are removed', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    const group = String(await world.moderation.make('Desk', 'members', null));
    await world.moderation.member(BigInt(group), ada.id, true);
    expect((await ada.list({ what: 'groups' })).groups.map(({ name }) => name)).toContain('Desk');
    expect((await ben.list({ what: 'groups' })).groups.map(({ name }) => name)).not.toContain('Desk');
    expect(await ben.act({ ...say('in?'), group })).toMatchObject(refusal(codes.notFound));
    expect(await world.call('POST checkChatPwd', ben.token, { group })).toMatchObject({ code: codes.notFound });
    expect(await ada.act({ ...say('in'), group })).toMatchObject({ data: { number: 1 } });
    ada.client.say({ op: 'subscribe', topics: [`chat:${group}`] });
    await ada.client.until((one) => one.topicFrames(`chat:${group}`)[0]);
    await world.moderation.member(BigInt(group), ada.id, false);
    await world.look();
    await ada.client.until((one) =>
      one.heard.find((f) => 'op' in f && f.op === 'refused' && f.topic === `chat:${group}`),
    );
    expect(await ada.act({ ...say('still?'), group })).toMatchObject(refusal(codes.notFound));
  });

  it('counts members once for all requests within some seconds', async () => {
    const ada = await world.user();
    const membersNow = async () => {
      const { data } = await world.call('GET common/getChatConfigs', ada.token, {});
      return (data as { groups: { id: string; members: number }[] }).groups.find(({ id }) => id === '1')?.members ?? 0;
    };
    world.pass(countedForMs);
    const before = await membersNow();
    await world.user();
    expect(await membersNow()).toBe(before);
    world.pass(countedForMs);
    expect(await membersNow()).toBe(before + 1);
  });

  it('is given by its password; attempts are counted', async () => {
    const ada = await world.user();
    const group = String(await world.moderation.make('Club', 'password', 'correct horse'));
    const enter = (password: string) => world.call('POST checkChatPwd', ada.token, { group, password });
    expect((await ada.list({ what: 'groups' })).groups.find(({ id }) => id === group)).toMatchObject({
      joined: false,
      last: null,
    });
    expect(await enter('wrong')).toMatchObject({ code: codes.chatPasswordWrong });
    expect(await ada.act({ ...say('in?'), group })).toMatchObject(refusal(codes.notFound));
    expect(await enter('correct horse')).toMatchObject({ code: codes.success, data: { group: { joined: true } } });
    expect(await ada.act({ ...say('in'), group })).toMatchObject({ code: codes.success });
    const ben = await world.user();
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => world.call('POST checkChatPwd', ben.token, { group, password: 'guess' })),
    );
    expect(tries.filter(({ code }) => code === codes.chatPasswordWrong)).toHaveLength(5);
    expect(tries.filter(({ code }) => code === codes.verificationTooOften)).toHaveLength(4);
  });

  it('gives no extra attempts at one password for knowing another', async () => {
    const ada = await world.user();
    const known = String(await world.moderation.make('Known', 'password', 'known horse'));
    const guessed = String(await world.moderation.make('Guessed', 'password', 'other horse'));
    const enter = (group: string, password: string) => world.call('POST checkChatPwd', ada.token, { group, password });
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await enter(guessed, 'guess')).toMatchObject(refusal(codes.chatPasswordWrong));
    }
    expect(await enter(known, 'known horse')).toMatchObject(refusal(codes.success));
    expect(await enter(guessed, 'guess')).toMatchObject(refusal(codes.chatPasswordWrong));
    expect(await enter(guessed, 'guess')).toMatchObject(refusal(codes.verificationTooOften));
  });
});

describe('the operator', () => {
  it('mutes, removes and bans with immediate effect; the log cannot be rewritten', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    for (const { client } of [ada, ben]) client.say({ op: 'subscribe', topics: ['chat:1'] });
    await ben.client.until((one) => one.topicFrames('chat:1')[0]);
    const said = (await ada.say('buy my coin')).data as ChatMessage;
    await world.moderation.remove(1n, said.number, 'advertising');
    await world.look();
    await ben.client.until(
      (one) => receivedBy(one).find(({ number }) => number === said.number)?.removed === 'operator',
    );
    const until = world.clock() + 3_600_000;
    await world.moderation.mute(ada.id, 1n, until, 'advertising');
    expect(await ada.say('again')).toMatchObject({ code: codes.mutedInGroup, data: { until } });
    await world.moderation.mute(ada.id, 1n, null, '');
    expect(await ada.say('sorry')).toMatchObject({ code: codes.success });
    await world.moderation.ban(ada.id, true, 'again');
    await world.look();
    await ada.client.until((one) => one.heard.find((f) => 'op' in f && f.op === 'refused' && f.topic === 'chat:1'));
    expect(await ada.say('still?')).toMatchObject(refusal(codes.notFound));
    expect((await ada.list({ what: 'groups' })).me).toMatchObject({ banned: true, admitted: false });
    const rewrite = world.database.pool.query(`UPDATE chat_log SET who = 'nobody'`);
    await expect(rewrite).rejects.toThrow('append-only');
    const change = world.database.pool.query(`UPDATE chat_messages SET text = 'other' WHERE removed_by IS NULL`);
    await expect(change).rejects.toThrow('cannot be changed');
    await expect(world.moderation.remove(1n, 999_999, '')).rejects.toMatchObject(refusal(codes.notFound));
  });

  it('mutes in every group, including those joined or created later, until unmuted', async () => {
    const [ada, never] = [await world.user(), await world.user({ enters: false })];
    const club = String(await world.moderation.make('Muted club', 'password', 'correct horse'));
    const until = world.clock() + 3_600_000;
    await world.moderation.mute(ada.id, null, until, 'advertising');
    await world.call('POST checkChatPwd', ada.token, { group: club, password: 'correct horse' });
    const later = String(await world.moderation.make('Opened later', 'open', null));
    const panel = String(await world.moderation.make('Desk of the muted', 'members', null));
    await world.moderation.member(BigInt(panel), ada.id, true);
    const { groups } = await ada.list({ what: 'groups' });
    const everywhere = ['1', club, later, panel];
    for (const group of everywhere) {
      expect(await ada.act({ ...say('again'), group })).toMatchObject({ code: codes.mutedInGroup, data: { until } });
      expect(groups.find(({ id }) => id === group)).toMatchObject({ mutedUntil: until });
    }
    // Removed and added again, or banned for a while, a user stays muted as before.
    await world.moderation.member(BigInt(panel), ada.id, false);
    await world.moderation.member(BigInt(panel), ada.id, true);
    await world.moderation.ban(ada.id, true, '');
    await world.moderation.ban(ada.id, false, '');
    expect(await ada.act({ ...say('again'), group: panel })).toMatchObject({ code: codes.mutedInGroup });
    // A global mute is not lifted in one group, and lifting it lifts the mutes of single groups.
    await world.moderation.mute(ada.id, 1n, until + 1, '');
    expect(await world.moderation.mute(ada.id, BigInt(later), null, '')).toBe(until);
    expect(await ada.act({ ...say('again'), group: later })).toMatchObject({ code: codes.mutedInGroup });
    expect(await ada.say('again')).toMatchObject({ code: codes.mutedInGroup, data: { until: until + 1 } });
    expect(await world.moderation.mute(ada.id, null, null, '')).toBe(null);
    for (const group of everywhere) {
      expect(await ada.act({ ...say('sorry'), group })).toMatchObject({ code: codes.success });
    }
    // A user who opened the chat but joined no group yet is muted as well.
    await world.moderation.mute(never.id, null, until, '');
    await world.call('POST checkChatPwd', never.token, { rules: 1 });
    expect(await never.say('first')).toMatchObject({ code: codes.mutedInGroup });
    await expect(world.moderation.mute(987_654_321n, null, until, '')).rejects.toMatchObject(refusal(codes.notFound));
  });

  it('sets a password and rules of the community, which all accept again, and closes it', async () => {
    const other = await testChat();
    try {
      const ada = await other.user();
      ada.client.say({ op: 'subscribe', topics: ['chat:1'] });
      await ada.client.until((one) => one.topicFrames('chat:1')[0]);
      const version = await other.moderation.rules('No advertising.');
      await other.moderation.password(null, 'open sesame');
      await other.look();
      await ada.client.until((one) => one.heard.find((f) => 'op' in f && f.op === 'refused'));
      const enter = (input: object) => other.call('POST checkChatPwd', ada.token, input);
      expect(await enter({ rules: version })).toMatchObject({
        data: { me: { admitted: false, passwordNeeded: true } },
      });
      expect(await enter({ rules: version, password: 'wrong' })).toMatchObject({ code: codes.chatPasswordWrong });
      expect(await enter({ password: 'open sesame' })).toMatchObject({ data: { me: { admitted: true } } });
      expect(await ada.say('back')).toMatchObject({ code: codes.success });
      await other.moderation.close(true);
      expect(await ada.say('closed')).toMatchObject(refusal(codes.chatUpgrading));
      const config = await other.call('GET common/getChatConfigs', ada.token, {});
      expect(config.data).toMatchObject({ open: false, password: true, rules: 'No advertising.', rulesVersion: 2 });
    } finally {
      await other.close();
    }
  });
});

describe('reports, pruning and a restart', () => {
  it('stores one report per user, and prunes messages to the limit', async () => {
    const [ada, ben] = [await world.user(), await world.user()];
    const said = (await ada.say('odd')).data as ChatMessage;
    for (const reason of ['spam', 'worse']) await ben.act({ do: 'report', group: '1', number: said.number, reason });
    const { rows } = await world.database.pool.query<{ reason: string }>('SELECT reason FROM chat_reports');
    expect(rows).toEqual([{ reason: 'worse' }]);
    expect(await ben.act({ do: 'report', group: '1', number: 999_999, reason: '' })).toMatchObject(
      refusal(codes.notFound),
    );
    const gone = await world.database.transaction((tx) => pruneMessages(tx, 10));
    expect(gone).toBeGreaterThan(0);
    const left = await ben.list({ group: '1', size: '100' });
    expect(numbersOf(left.messages)).toEqual(Array.from({ length: 10 }, (_, index) => said.number - index));
    const none = await ben.list({ group: '1', cursor: String(said.number - 9) });
    expect([none.messages, none.next]).toEqual([[], null]);
  });

  it('continues with the next number after a restart, and loads earlier messages', async () => {
    const ada = await world.user();
    const before = (await ada.say('before')).data as ChatMessage;
    const chat = createChat(world);
    const stream = await testStream({
      publicSources: [chatTopic(chat, () => undefined)],
      guarded: guardedChat(chat),
      sessions: { lookUp: (token) => world.sessions.lookUp(token), onRevoked: () => () => undefined },
    });
    const client = await stream.connect();
    client.say({ op: 'auth', token: ada.token });
    client.say({ op: 'subscribe', topics: ['chat:1'] });
    await client.until((one) => receivedBy(one).at(-1)?.number === before.number);
    client.say({ op: 'chat', id: 'after-the-restart', act: say('after') });
    await client.until((one) => receivedBy(one).at(-1)?.number === before.number + 1);
    await stream.close();
  });
});

function say(text: string) {
  return { do: 'say' as const, group: '1', text };
}
