import type { Content } from '../../content/content.ts';
import type { PublicSource } from '../topic-source.ts';

/** `content`: which set of articles is served, whole in every frame. */
export function contentSource(content: Pick<Content, 'digest' | 'onChange'>): PublicSource<'content'> {
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
