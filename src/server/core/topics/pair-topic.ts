/**
 * A figure that did not change is published again after this: pages show a figure without a tick for ten seconds as old,
 * and a quiet market is not an old one.
 */
export const repeatAfterMs = 4_000;

/** The pair of a topic of one pair. */
export function pairOfTopic(topic: string): string {
  return topic.split(':')[1] ?? '';
}
