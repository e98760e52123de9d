import type { AreaTopics } from '../core/topics/area-topics.ts';
import type { TopicSource } from '../core/topics/topic-source.ts';
import type { Content } from './content.ts';

/** The set of articles as a topic. */
export function contentTopics(content: Pick<Content, 'digest' | 'onChange'>): AreaTopics {
  return { sources: [contentTopic(content)] };
}

/** `content`: which set of articles is served, complete in every frame. */
export function contentTopic(content: Pick<Content, 'digest' | 'onChange'>): TopicSource<'content'> {
  return {
    kind: 'content',
    has: () => true,
    open(_topic, due) {
      let published = content.digest;
      const close = content.onChange(due);
      return {
        snapshot: () => ({ digest: published }),
        take() {
          if (published === content.digest) return null;
          published = content.digest;
          return { digest: published };
        },
        close,
      };
    },
  };
}
