import type { StoreHealth } from '../../core/store/store-health.ts';
import type { PublicSource } from '../topic-source.ts';

/** `health`: whether the store is there, whole in every frame. A change and back within a tick is not published. */
export function healthSource(health: StoreHealth): PublicSource<'health'> {
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
