import type { QueryClient } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { carouselQuery, messagesQuery, newestNewsQuery, ownMessagesQuery } from './queries.ts';

/** Fetches what home says, in the language in force. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  const locale = language.get();
  await client.prefetchQuery(carouselQuery(locale));
  await client.prefetchQuery(messagesQuery(locale));
  await client.prefetchQuery(newestNewsQuery(locale));
  if (signedIn) await client.prefetchQuery(ownMessagesQuery(locale));
}
