import type { ChatAnswer } from '#protocol/core/stream/channels.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { ChatAct, ChatMessage } from '#protocol/chat/entities.ts';
import { type TestFiles, testFiles, type TestDeps } from '../files/testing.ts';
import { chatTopic, guardedChat } from './topic.ts';
import { type TestClient, testStream } from '#server/stream/testing.ts';
import { type Chat, createChat } from './chat.ts';
import { enteringLimits } from './entering.ts';
import { createChatHandlers } from './calls.ts';
import { createHouseGroups } from './house.ts';
import { followLog } from './log-following.ts';
import { createModeration, type Moderation } from './moderation.ts';

/** A chat user in a test, with a socket. */
export interface TestUser {
  readonly id: bigint;
  readonly token: string;
  readonly handle: string;
  readonly client: TestClient;
  /** Executes an action over the stream; with a new id unless one is given. */
  act(act: ChatAct, id?: string): Promise<ChatAnswer>;
  say(text: string, more?: object, id?: string): Promise<ChatAnswer>;
  list(query: Record<string, string>): Promise<CallOutput<'GET getChatList'>>;
}

let named = 0;

/** The calls of the chat behind the real edge, its topics on a real socket, and the operator, on one real store. */
export async function testChat() {
  let deps: TestDeps | null = null;
  let chat: Chat | null = null;
  const files: TestFiles = await testFiles((given) => {
    deps = given;
    chat = createChat(given);
    return createChatHandlers({ ...given, limits: enteringLimits(1_000) });
  });
  const { database, sessions, clock } = files;
  if (deps === null || chat === null) throw new Error('the chat was not initialised');
  const own: Chat = chat;
  await createHouseGroups(database, clock());
  const look = await followLog(database, own);
  const failures: unknown[] = [];
  const stream = await testStream({
    publicSources: [chatTopic(own, (error) => void failures.push(error))],
    guarded: guardedChat(own),
    sessions: {
      lookUp: (token) => sessions.lookUp(token),
      onRevoked: (listener) => sessions.onRevoked(listener),
    },
    clock,
    // Many tests send faster than users.
    limits: { framesPerSecond: 10_000, frameBurst: 10_000 },
  });
  const moderation: Moderation = createModeration(database, clock, 'Ada');

  /** Registers a user who accepts the rules by default. */
  async function user({ enters = true }: { enters?: boolean } = {}): Promise<TestUser> {
    const { id, token } = await files.user();
    if (enters) await files.call('POST checkChatPwd', token, { rules: 1 });
    const client = await connectAs(stream, token);
    const list = async (query: Record<string, string>) => {
      const envelope = await files.call(`GET getChatList?${new URLSearchParams(query).toString()}` as never, token, {});
      if (envelope.code !== codes.success) throw new Error(String(envelope.code));
      return envelope.data as CallOutput<'GET getChatList'>;
    };
    const { me } = await list({ what: 'groups' });
    const act = actsOver(client);
    return {
      id,
      token,
      handle: me.handle,
      client,
      act,
      say: (text, more = {}, key?: string) => act({ do: 'say', group: '1', text, ...more }, key),
      list,
    };
  }

  return {
    ...files,
    chat: own,
    stream,
    failures,
    moderation,
    connect: (token: string) => connectAs(stream, token),
    user,
    /** Applies operator actions, as the exchange does twice a second. */
    look,
    async close() {
      await stream.close();
      await files.close();
    },
  };
}

async function connectAs(stream: Awaited<ReturnType<typeof testStream>>, token: string): Promise<TestClient> {
  const client = await stream.connect();
  client.say({ op: 'auth', token });
  await client.until((one) => one.heard.find((frame) => 'op' in frame && frame.op === 'auth' && frame.signedIn));
  return client;
}

/** Executes actions over a client's socket, and waits for their answers. */
function actsOver(client: TestClient): TestUser['act'] {
  return async (act, key = `a-key-of-a-chat-test-${(named += 1)}`) => {
    const before = client.heard.length;
    client.say({ op: 'chat', id: key, act });
    return client.until((one) =>
      one.heard
        .slice(before)
        .find((frame): frame is ChatAnswer => 'op' in frame && frame.op === 'chat' && frame.id === key),
    );
  };
}

/** The messages of a group as received by a client, in order: the latest version of each number. */
export function receivedBy(client: TestClient, group = '1'): ChatMessage[] {
  const held = new Map<number, ChatMessage>();
  for (const frame of client.topicFrames(`chat:${group}`)) {
    for (const message of (frame.data as { messages: ChatMessage[] }).messages) held.set(message.number, message);
  }
  return [...held.values()];
}
