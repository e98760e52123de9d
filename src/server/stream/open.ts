import type { AreaTopics } from '../core/topics/area-topics.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { accountSource } from './account-source.ts';
import { createStreamServer, type StreamDeps, type StreamServer } from './stream-server.ts';
import type { SessionSource } from '../core/topics/account-source.ts';

interface OpenStreamDeps extends Omit<StreamDeps, 'publicSources' | 'accountSource' | 'guarded'> {
  /** What each area publishes; snapshots of accounts are read in this order. */
  readonly topics: readonly AreaTopics[];
  /** Called before somebody is shown something of their account. */
  readonly onShown?: (owner: bigint) => void;
}

/**
 * The stream over what the areas publish; `attach` puts it on the HTTP server.
 *
 * @throws Error when a field of the account is provided by two areas, or by none
 */
export function openStream({ topics, onShown, ...deps }: OpenStreamDeps): StreamServer {
  return streamFrom({
    ...deps,
    publicSources: topics.flatMap(({ sources = [] }) => sources),
    guarded: topics.find(({ guarded }) => guarded !== undefined)?.guarded ?? null,
    accountSource: accountSource(
      topics.flatMap(({ account }) => account ?? []),
      onShown,
    ),
  });
}

/** The stream over given sources, which need not be of this process. */
export function streamFrom(deps: StreamDeps): StreamServer {
  const { sessions } = deps;
  return createStreamServer({
    ...deps,
    sessions: { onRevoked: (listener) => sessions.onRevoked(listener), lookUp: (token) => sessionOf(sessions, token) },
  });
}

/** A disabled account counts as signed out here; its calls report why. */
async function sessionOf(sessions: SessionSource, token: string): ReturnType<SessionSource['lookUp']> {
  try {
    return await sessions.lookUp(token, 'read');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
