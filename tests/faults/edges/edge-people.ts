import type { ChatMessage } from '#protocol/chat/entities.ts';
import { codes } from '#protocol/core/codes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import type { ChatAnswer, ChatUpdate, StoreHealthUpdate, Topic } from '#protocol/core/stream/channels.ts';
import { TestClient } from '#server/stream/testing.ts';

/** The group of the chat that everybody may join. */
const group = '1';
const chatTopic = `chat:${group}` satisfies Topic;
/** An act of the chat is answered within this, also while another engine takes over. */
const answerWithinMs = 20_000;
const retryAfterMs = 100;

/** The topics of a socket, unless a test names others. */
const usualTopics: readonly Topic[] = ['account', 'depth:BTCUSDT', 'health'];

/** What people do at edges, over real HTTP and real sockets. */
export class EdgePeople {
  readonly #sockets: TestClient[] = [];
  #keys = 0;

  newKey(): string {
    this.#keys += 1;
    return `edges-${String(this.#keys).padStart(12, '0')}`;
  }

  /** A socket at an edge, signed in, once each of its topics has come. */
  async openSocket(address: string, token: string, topics = usualTopics): Promise<TestClient> {
    const client = new TestClient(`${address.replace('http', 'ws')}/stream`);
    this.#sockets.push(client);
    await client.opened();
    client.say({ op: 'auth', token });
    client.say({ op: 'subscribe', topics });
    for (const topic of topics) await client.until(() => client.topicFrames(topic)[0]);
    return client;
  }

  /** Joins the chat, and opens a socket that shows it. */
  async joinChat(address: string, token: string): Promise<TestClient> {
    const joined = await this.post(address, 'checkChatPwd', token, { rules: 1 });
    if (joined.code !== codes.success) throw new Error(`the chat cannot be joined: ${JSON.stringify(joined)}`);
    return this.openSocket(address, token, [...usualTopics, chatTopic]);
  }

  /** Says something in the chat, again under the same id until it is done, as the app does. */
  async say(client: TestClient, text: string): Promise<void> {
    const id = this.newKey();
    const answers = () =>
      client.heard.filter((frame): frame is ChatAnswer => 'op' in frame && frame.op === 'chat' && frame.id === id);
    for (let nth = 0; answers().at(-1)?.code !== codes.success; nth += 1) {
      if (nth > 0) await new Promise<void>((resolve) => void setTimeout(resolve, retryAfterMs));
      client.say({ op: 'chat', id, act: { do: 'say', group, text } });
      await client.until(() => answers().length > nth, answerWithinMs);
    }
  }

  async post<Data>(address: string, call: string, token: string, body: object, key = this.newKey()) {
    const response = await fetch(`${address}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as Envelope<Data>) };
  }

  /** Places an order that stays in the book. */
  placeOrder(address: string, token: string, price: string, key = this.newKey()) {
    const order = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price, amount: '0.001' };
    return this.post<{ order: Order }>(address, 'currency', token, order, key);
  }

  close(): void {
    for (const { socket } of this.#sockets) socket.terminate();
  }
}

/** What a socket received of the state of the exchange's records, in order. */
export function storeStates(client: TestClient): StoreHealthUpdate['store'][] {
  return client.topicFrames('health').map(({ data }) => (data as StoreHealthUpdate).store);
}

/**
 * The messages of the chat that a socket shows, in the order of their numbers.
 *
 * @throws Error when a change brings a message that was shown before, or leaves a number out
 */
export function shownChat(client: TestClient): ChatMessage[] {
  const shown = new Map<number, ChatMessage>();
  for (const { is, data } of client.topicFrames(chatTopic)) {
    for (const message of (data as ChatUpdate).messages) {
      const { number } = message;
      const isKnown = shown.has(number);
      const isNext = shown.size === 0 || shown.has(number - 1);
      // A snapshot shows again what it is complete with; a change is always new.
      if (isKnown ? is === 'delta' : !isNext) throw new Error(`message ${number} came out of order`);
      shown.set(number, message);
    }
  }
  return [...shown.values()].toSorted((a, b) => a.number - b.number);
}
