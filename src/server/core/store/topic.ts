import type { AreaTopics } from '../topics/area-topics.ts';
import type { TopicSource } from '../topics/topic-source.ts';
import type { StoreHealth } from './store-health.ts';

/** The health of the store as a topic. */
export function storeTopics(health: StoreHealth): AreaTopics {
  return { sources: [healthTopic(health)] };
}

/**
 * `health`: whether the store is available, complete in every frame. A change that reverts within a tick is not
 * published.
 */
export function healthTopic(health: StoreHealth): TopicSource<'health'> {
  return {
    kind: 'health',
    has: () => true,
    open(_topic, due) {
      let published = now();
      const close = health.onChange(due);
      return {
        snapshot: () => published,
        take() {
          if (published.store === health.state) return null;
          published = now();
          return published;
        },
        close,
      };
    },
  };

  function now() {
    return { store: health.state, since: health.since };
  }
}
