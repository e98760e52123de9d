import type { QueryClient } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { communityQuery, invitationQuery } from './queries.ts';

export async function prefetch(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(invitationQuery(language.get())), client.prefetchQuery(communityQuery)]);
}
