import type { QueryClient } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { renewPush } from './push.ts';
import { noticesQuery, unreadQuery } from './queries.ts';

/** Fetches the newest notices with their texts, and keeps messages to this device in the language in force. */
export async function prefetch(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchInfiniteQuery(noticesQuery(language.get()));
  await client.prefetchQuery(unreadQuery);
  await renewPush();
}
