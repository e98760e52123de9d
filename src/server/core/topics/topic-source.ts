import type { ChatAnswer, Topic, TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';

/** There is no such topic, which a source from elsewhere knows only once it has asked. */
export class TopicNotFound extends Error {}

/**
 * One open topic that is the same for all subscribers. The stream opens it for the first one and closes it after the
 * last. `take` advances the published state; `snapshot` is the complete published state, so that a snapshot and the
 * deltas after it always fit together.
 */
export interface TopicFeed<Payload> {
  /**
   * The complete published state, or null while there is none; the stream retries when the feed is due.
   *
   * @throws TopicNotFound
   */
  snapshot(): Payload | null;
  /** Changes since the last `take`, or null for none. Called at most once per tick, unless there is more. */
  take(): Payload | null;
  /** Whether the next change has to follow by itself; absent where `take` answers all changes as one. */
  readonly hasMore?: boolean;
  /** Whether changes were lost since it was last asked: then every subscriber needs a snapshot; absent where none are. */
  restarts?(): boolean;
  close(): void;
}

/** Where the topics of one kind come from. */
export interface TopicSource<Kind extends TopicKind = TopicKind> {
  readonly kind: Kind;
  /** Whether the topic exists, as when the pair is listed. */
  has(topic: Topic): boolean;
  /** @param due called whenever something changed, possibly often */
  open(topic: Topic, due: () => void): TopicFeed<TopicPayloads[Kind]>;
}

/** Topics restricted to some users, such as chat groups. */
export interface GuardedTopics {
  /** Whether a user may subscribe to the topic now. */
  mayHold(userId: bigint, topic: Topic): Promise<boolean>;
  /** Calls back when that may have changed, of one user (or all: null) and one topic (or all: null). */
  onChange(listener: (userId: bigint | null, topic: Topic | null) => void): () => void;
  /**
   * Executes a user's action; durable when it resolves.
   *
   * @param act as received, unvalidated
   * @throws Refusal
   */
  act(userId: bigint, id: string, act: unknown): Promise<ChatAnswer['data']>;
}
