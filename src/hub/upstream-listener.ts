import type { Code } from '../protocol/core/codes.ts';
import type { ChatAnswer, Topic, TopicFrame } from '../protocol/core/stream/channels.ts';

/** Callbacks of the hub's connection to the exchange. */
export interface UpstreamListener {
  /** State or clock offset changed, or a heartbeat passed. */
  stateChanged(): void;
  topicFrame(frame: TopicFrame): void;
  /** The exchange's answer about the current token, asked or unasked. */
  signedIn(yes: boolean): void;
  refused(topic: Topic, code: Code): void;
  /** Topics begin again: whatever was in sequence is not any more. */
  restarted(): void;
  /** The topic was subscribed at the exchange; its snapshot will come. */
  subscribed(topic: Topic): void;
  unsubscribed(topic: Topic): void;
  /** The exchange answered an act in the chat. */
  done(answer: ChatAnswer): void;
  /** Whether the exchange answers over HTTP, so that there is no hurry. */
  hasOtherWay(): boolean;
  /** The connection ended: what was sent on it may never be answered. */
  lost(): void;
}
