import type { AccountPart } from './account-part.ts';
import type { GuardedTopics, TopicSource } from './topic-source.ts';

/** What an area publishes over the stream. */
export interface AreaTopics {
  /** Topics of its own. */
  readonly sources?: readonly TopicSource[];
  /** Its fields of every user's account topic. */
  readonly account?: AccountPart;
  /** Decides who may subscribe to its restricted topics. */
  readonly guarded?: GuardedTopics;
}
