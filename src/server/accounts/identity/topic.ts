import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { Identity } from './identity.ts';

/** The real-name authentication of the account topic. Not part of the snapshot: screens query it when they open. */
export function identityTopics(identity: Pick<Identity, 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['verification'],
      load: () => ({}),
      publishTo: (accounts) => identity.onChange((owner, state) => accounts.changed(owner, { verification: state })),
    },
  };
}
