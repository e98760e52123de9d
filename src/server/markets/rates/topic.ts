import type { AreaTopics } from '../../core/topics/area-topics.ts';
import type { TopicSource } from '../../core/topics/topic-source.ts';
import type { Rates } from './rates.ts';

/** The platform rates as a topic. */
export function rateTopics(rates: Rates): AreaTopics {
  return { sources: [rateTopic(rates)] };
}

/** `rates`: the platform rates that count, complete in every frame. */
function rateTopic(rates: Rates): TopicSource<'rates'> {
  return {
    kind: 'rates',
    has: () => true,
    open(_topic, due) {
      let published = rates.published();
      const close = rates.onChange(due);
      return {
        snapshot: () => published,
        take() {
          if (published === rates.published()) return null;
          published = rates.published();
          return published;
        },
        close,
      };
    },
  };
}
