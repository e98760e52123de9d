import type { ChatUpdate, Topic } from '#protocol/core/stream/channels.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { chatSnapshotSize } from '#protocol/core/limits.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { GuardedTopics, TopicFeed, TopicSource } from '#server/core/topics/topic-source.ts';
import type { Chat } from './chat.ts';
import { talkAccount, type TalkTopicDeps } from './talks/topic.ts';

const prefix = 'chat:';
/** Messages a feed holds beyond the snapshot, to absorb bursts. */
const keptMax = chatSnapshotSize + 200;
/** Removed numbers included in a snapshot. */
const removedMax = 200;
/** Retry delay when the store does not answer. */
const againMs = 1_000;
/** A number missing for this long was committed without a report and is fetched from the store. */
const gapMs = 500;

/** The topic of one group: its newest messages, published in the order of their numbers. */
class GroupFeed implements TopicFeed<ChatUpdate> {
  readonly #chat: Chat;
  readonly #group: bigint;
  readonly #due: () => void;
  readonly #stop: () => void;
  /** Published messages, oldest first; null until loaded. */
  #published: ChatMessage[] | null = null;
  #removed: number[] = [];
  readonly #waiting = new Map<number, ChatMessage>();
  readonly #onFailure: (error: unknown) => void;
  #filling: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(chat: Chat, group: bigint, due: () => void, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#chat = chat;
    this.#group = group;
    this.#due = due;
    this.#stop = chat.onMessages((name, messages) => {
      if (name !== String(group)) return;
      for (const message of messages) this.#waiting.set(message.number, message);
      if (this.#published !== null) due();
    });
    void this.#load();
  }

  snapshot(): ChatUpdate | null {
    if (this.#published === null) return null;
    return { messages: this.#published.slice(-chatSnapshotSize), removed: this.#removed };
  }

  take(): ChatUpdate | null {
    const published = this.#published;
    if (published === null || this.#waiting.size === 0) return null;
    const messages: ChatMessage[] = [];
    let last = published.at(-1)?.number ?? 0;
    for (const message of [...this.#waiting.values()].toSorted((a, b) => a.number - b.number)) {
      // A commit may be reported before the preceding one: it waits, so that numbers have no gaps.
      if (message.number > last + 1) {
        this.#fillLater();
        break;
      }
      this.#waiting.delete(message.number);
      messages.push(message);
      if (message.number > last) {
        published.push(message);
        last = message.number;
        continue;
      }
      const at = published.findIndex(({ number }) => number === message.number);
      if (at >= 0) published[at] = message;
      if (message.removed !== null) this.#removed = [...this.#removed, message.number].slice(-removedMax);
    }
    if (published.length > keptMax) published.splice(0, published.length - keptMax);
    return messages.length === 0 ? null : { messages };
  }

  close(): void {
    this.#closed = true;
    if (this.#filling !== null) clearTimeout(this.#filling);
    this.#stop();
  }

  #fillLater(): void {
    if (this.#filling !== null || this.#closed) return;
    this.#filling = setTimeout(() => {
      this.#filling = null;
      void this.#fill();
    }, gapMs);
  }

  /** Fetches what is missing before the first waiting message from the store, and publishes it. */
  async #fill(): Promise<void> {
    if (this.#published === null || this.#waiting.size === 0) return;
    const last = this.#published.at(-1)?.number ?? 0;
    const first = Math.min(...this.#waiting.keys());
    try {
      for (let number = last + 1; number < first && !this.#closed; number += 1) {
        await this.#chat.messageCame(this.#group, number);
      }
    } catch (error) {
      this.#onFailure(error);
      this.#fillLater();
    }
  }

  async #load(): Promise<void> {
    while (!this.#closed) {
      try {
        const { messages, removed } = await this.#chat.snapshot(this.#group);
        this.#removed = [...removed];
        this.#published = [...messages];
        this.#due();
        return;
      } catch (error) {
        this.#onFailure(error);
        await new Promise((resolve) => {
          setTimeout(resolve, againMs);
        });
      }
    }
  }
}

/**
 * The groups of the chat as topics.
 *
 * @param deps `onFailure` is called when a group could not be read; it is retried
 */
export function chatTopics(chat: Chat, deps: Pick<TalkTopicDeps, 'asks' | 'clock' | 'onFailure'>): AreaTopics {
  return {
    sources: [chatTopic(chat, deps.onFailure)],
    guarded: guardedChat(chat),
    account: talkAccount({ ...deps, chat }),
  };
}

/** `chat:GROUP`. Access is decided by `guardedChat`. */
export function chatTopic(chat: Chat, onFailure: (error: unknown) => void): TopicSource<'chat'> {
  return {
    kind: 'chat',
    has: (topic) => /^chat:\d{1,18}$/.test(topic),
    open: (topic, due) => new GroupFeed(chat, BigInt(topic.slice(prefix.length)), due, onFailure),
  };
}

/** The chat groups as topics restricted to their readers. */
export function guardedChat(chat: Chat): GuardedTopics {
  return {
    mayHold: (userId, topic) =>
      /^chat:\d{1,18}$/.test(topic) ? chat.mayRead(userId, BigInt(topic.slice(prefix.length))) : Promise.resolve(false),
    onChange: (listener) =>
      chat.onAccess((userId, group) => listener(userId, group === null ? null : (`${prefix}${group}` as Topic))),
    act: (userId, id, act) => chat.act(userId, id, act),
  };
}
