import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { session } from '../../platform/session.ts';
import { keepAssets } from '../../platform/asset-keeping.ts';

/**
 * What an area must have on the device to be read without a network: `features/<area>/ahead.ts`. The answers go
 * through the query cache, which keeps them per account and is wiped at log-out.
 */
export interface Ahead {
  /** Screens whose code and words are fetched ahead. */
  readonly offlinePaths: readonly string[];
  /** Fetches the answers those screens show, in the language in force; a failure just ends it. */
  readonly fetchAhead: (client: QueryClient, signedIn: boolean) => Promise<void>;
}

const areas = import.meta.glob<Ahead>('../*/ahead.ts');

interface SlowConnection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the person or the network asks to send little. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: SlowConnection };
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '');
}

/**
 * Fetches what is read offline while the network is there: one area after the other, in idle time, so that it never
 * competes with what the person looks at. Does nothing on connections that ask to save data.
 */
export async function fetchAhead(router: AnyRouter, client: QueryClient): Promise<void> {
  if (savesData() || !navigator.onLine) return;
  const signedIn = session.get() !== null;
  for (const load of Object.values(areas)) {
    try {
      const ahead = await load();
      const paths = ahead.offlinePaths.filter((path) => path in router.routesByPath);
      if (signedIn) await Promise.all(paths.map((to) => router.preloadRoute({ to })));
      await ahead.fetchAhead(client, signedIn);
    } catch {
      // The network went meanwhile; the next start goes on.
    }
  }
  await keepAssets();
}
