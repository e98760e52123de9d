import type { ChatAnswer, Topic, TopicKind, TopicPayloads } from '../../../protocol/stream/channels.ts';

/**
 * One open topic that is the same for everybody. The stream opens it for the first subscriber and closes it after the
 * last. `take` moves what has been published forward; `snapshot` is the whole of what has been published so far, so that
 * a snapshot and the deltas after it always fit together.
 */
export interface TopicFeed<Payload> {
  /** Everything published so far, or null while there is nothing yet; the stream asks again when the feed is due. */
  snapshot(): Payload | null;
  /** What changed since the last `take`, or null when nothing did. Asked for at most once per tick. */
  take(): Payload | null;
  close(): void;
}

/** Where the topics of one kind come from. */
export interface TopicSource<Kind extends TopicKind = TopicKind> {
  readonly kind: Kind;
  /** Whether there is such a topic: whether the pair is listed. */
  has(topic: Topic): boolean;
  /** @param due told whenever something changed; may be called often */
  open(topic: Topic, due: () => void): TopicFeed<TopicPayloads[Kind]>;
}

/** Topics that some may hold and others not, as the groups of the chat. */
export interface GuardedTopics {
  /** Whether a user may hold the topic now. */
  mayHold(userId: bigint, topic: Topic): Promise<boolean>;
  /** Calls back when that may have changed, of one user (or all: null) and one topic (or all: null). */
  onChange(listener: (userId: bigint | null, topic: Topic | null) => void): () => void;
  /**
   * Does what a user asks for; when it resolves it is durable.
   *
   * @param act as it came, nothing of it is known to be true
   * @throws Refusal
   */
  act(userId: bigint, id: string, act: unknown): Promise<ChatAnswer['data']>;
}
