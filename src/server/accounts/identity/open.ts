import type { Area } from '#server/core/areas/area.ts';
import { createIdentityHandlers } from './calls.ts';
import { createIdentity, type Identity, type IdentityDeps } from './identity.ts';
import { identityTopics } from './topic.ts';

/** Real-name authentication of a running exchange. */
export interface OpenedIdentity extends Area<ReturnType<typeof createIdentityHandlers>> {
  readonly identity: Identity;
}

/** Opens real-name authentication, and registers the effect of its reviews. */
export function openIdentity(deps: IdentityDeps): OpenedIdentity {
  const identity = createIdentity(deps);
  return { identity, calls: createIdentityHandlers(identity), topics: identityTopics(identity), jobs: [] };
}
