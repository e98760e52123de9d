import type { QueryClient } from '@tanstack/react-query';
import { language } from '../../platform/language/language.ts';
import { carouselQuery, messagesQuery, newestNewsQuery, ownMessagesQuery } from './queries.ts';

/** Home opens without a network. */
export const offlinePaths = ['/', '/pages/index/index'] as const;

/** Fetches what home says, in the language in force, and the part of it that is not in the first chunk. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  const locale = language.get();
  await import('./signed-in-home.tsx');
  await client.prefetchQuery(carouselQuery(locale));
  await client.prefetchQuery(messagesQuery(locale));
  await client.prefetchQuery(newestNewsQuery(locale));
  if (signedIn) await client.prefetchQuery(ownMessagesQuery(locale));
}
