import type { AreaTopics } from '../topics/area-topics.ts';
import type { TopicSource } from '../topics/topic-source.ts';
import type { OpenGate } from './open.ts';

/** What the topic needs of the gate. */
export type Offer = Pick<OpenGate, 'offerVersion' | 'onOfferChange'>;

/** What is switched on as a topic. */
export function offerTopics(offer: Offer): AreaTopics {
  return { sources: [offerTopic(offer)] };
}

/**
 * `offer`: the version of what the app may offer, complete in every frame. What is on differs between users, so the app
 * asks for its launch configuration again.
 */
function offerTopic(offer: Offer): TopicSource<'offer'> {
  return {
    kind: 'offer',
    has: () => true,
    open(_topic, due) {
      let published = offer.offerVersion();
      const close = offer.onOfferChange(due);
      return {
        snapshot: () => ({ version: published }),
        take() {
          if (published === offer.offerVersion()) return null;
          published = offer.offerVersion();
          return { version: published };
        },
        close,
      };
    },
  };
}
