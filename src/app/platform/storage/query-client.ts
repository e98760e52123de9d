import { MutationCache, QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal, Unreachable } from '../api/api.ts';
import { bootRoots, persistedRoots } from './persisted-queries.ts';
import { isLeft } from '../api/outcome-left.ts';
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

/** A question that was turned away as busy is asked so often again, after so long and then twice as long. */
const busyAgainMost = 3;
const busyAgainMs = 1_000;

/** Whether the exchange said to come again in a moment. While it pauses, the banner does, and all is asked again after it. */
function isTurnedAway(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === codes.busyRetry && !isPaused();
}

/** Redirects show nothing: the page they lead to says why. */
function isRedirect(error: unknown): boolean {
  return error instanceof ApiRefusal && error.type !== 'ok' && error.type !== 'error';
}

/**
 * The cache of answers. What is read is shown at once and asked for again; nothing waits for a network that is not
 * there.
 *
 * @param report shows a failure that no screen shows itself; the one place failures become toasts
 * @param random from 0 to below 1: phones that were turned away together do not come again together
 */
export function createAppQueryClient(
  report: (error: unknown) => void,
  random: () => number = Math.random,
): QueryClient {
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
      queries: {
        networkMode: 'always',
        // Any other failure is shown at once.
        retry: (failures, error) => failures < busyAgainMost && isTurnedAway(error),
        retryDelay: (failures) => busyAgainMs * 2 ** failures * (0.75 + random() / 2),
        staleTime: freshMs,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Persisted queries must not be garbage-collected before their persisted copy expires.
  for (const root of [...bootRoots, ...persistedRoots])
    client.setQueryDefaults([root], { gcTime: Number.POSITIVE_INFINITY });
  return client;
}
