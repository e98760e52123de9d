import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { RiskAcceptance } from './risk-acceptance.ts';

/** The accepted risk warnings of the account topic. */
export function securityTopics(risks: Pick<RiskAcceptance, 'read' | 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['risks'],
      load: async (owner) => ({ risks: await risks.read(owner) }),
      publishTo: (accounts) => risks.onChange((owner, areas) => accounts.changed(owner, { risks: areas })),
    },
  };
}
