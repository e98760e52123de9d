/**
 * An unchanged value is republished after this time: the app marks a value without updates for ten seconds as stale,
 * and a quiet market is not stale.
 */
export const repeatAfterMs = 4_000;

/** The pair of a topic of one pair. */
export function pairOfTopic(topic: string): string {
  return topic.split(':')[1] ?? '';
}
