import { MutationCache, QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { ApiRefusal, Unreachable } from '../api/api.ts';
import { bootRoots, persistedRoots } from './persisted-queries.ts';
import { isLeft } from '../pending-outcomes/left.ts';
import { reachability } from '../offline/reachability.ts';
import { isPaused } from '../stream/store-pause.ts';

/** What a query or mutation may say about itself. */
interface CallMeta extends Record<string, unknown> {
  /** The screen shows the failure in place, so no toast comes. */
  readonly quiet?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: CallMeta;
    queryMeta: CallMeta;
  }
}

/** How long an answer counts as new: going back and forth between screens asks nothing again. */
const freshMs = 15_000;

/** Redirects show nothing: the page they lead to says why. */
function isRedirect(error: unknown): boolean {
  return error instanceof ApiRefusal && error.type !== 'ok' && error.type !== 'error';
}

/**
 * The cache of answers. What is read is shown at once and asked for again; nothing waits for a network that is not
 * there.
 *
 * @param tell shows a failure that no screen shows itself; the one place failures become toasts
 */
export function createAppQueryClient(report: (error: unknown) => void): QueryClient {
  // Real requests decide reachability; when the exchange answers again, what is on screen is refetched.
  onlineManager.setEventListener((setOnline) => reachability.subscribe(() => setOnline(reachability.get().reachable)));
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta?.quiet !== true && !isRedirect(error) && !isLeft(error)) report(error);
      },
    }),
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without data the screen shows the failure itself; silence and pauses are shown by the banner.
        const inBanner = error instanceof Unreachable || isPaused();
        const isShown = query.state.data === undefined || inBanner || query.meta?.quiet === true;
        if (!isShown && !isRedirect(error)) report(error);
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: freshMs, refetchOnReconnect: true },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Persisted queries must not be garbage-collected before their persisted copy expires.
  for (const root of [...bootRoots, ...persistedRoots])
    client.setQueryDefaults([root], { gcTime: Number.POSITIVE_INFINITY });
  return client;
}
