import { createHashHistory, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { pageDelayMs } from '#protocol/core/limits.ts';
import { ErrorScreen } from './features/shell/error-screen.tsx';
import { PendingScreen } from './features/shell/pending-screen.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { routeTree } from './route-tree.gen.ts';

/** Search parameters stay texts: the default parser makes numbers of ids and breaks the long ones. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const written = new URLSearchParams(texts).toString();
  return written === '' ? '' : `?${written}`;
}

/** What loaders and guards get. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    context: { queryClient } satisfies RouterContext,
    defaultPreload: 'intent',
    // The cache decides what is fresh; the router keeps nothing of its own.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pageDelayMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('./features/shell/not-found-screen.tsx'),
      'NotFoundScreen',
    ),
    scrollRestoration: true,
    defaultStructuralSharing: true,
  });
}

/**
 * Loads the screen of an address that changes before the router's own component is mounted, which alone follows it
 * from then on: a link, the back button or a notification that is tapped while the app still starts.
 */
export function followAddressUntilMounted(router: ReturnType<typeof createAppRouter>): void {
  const stopLoading = router.history.subscribe(() => void router.load());
  const stopWaiting = router.subscribe('onRendered', () => {
    stopLoading();
    stopWaiting();
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
