import type { Handlers } from '#server/core/handler.ts';
import type { Identity } from './identity.ts';

/** Serves the calls of real-name authentication. */
export function createIdentityHandlers(identity: Identity): Pick<Handlers, 'GET verify' | 'POST verify'> {
  return {
    'GET verify': (_input, { caller }) => identity.read(caller.userId),
    'POST verify': (input, { caller }) => identity.apply(caller.userId, input),
  };
}
