import type { QueryClient } from '@tanstack/react-query';
import { loadCatalog } from '../../platform/language/language.ts';
import { isUnlockOn } from './unlock-flags.ts';

/** The lock is no screen of its own. */
export const offlinePaths = [] as const;

/** Fetches the lock and its words, so that the app also opens without a network. */
export async function prefetch(_client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn || !isUnlockOn()) return;
  await Promise.all([loadCatalog('passkeys'), import('./lock.tsx')]);
}
