import type { QueryClient } from '@tanstack/react-query';
import { language } from '../../platform/language/language.ts';
import { communityQuery, invitationQuery } from './queries.ts';

/** An invitation is shown face to face, where there may be no network. */
export const offlinePaths: readonly string[] = [
  '/pages/Whiteskin/share',
  '/pages/Whiteskin/community',
  '/pages/web-view/web-view',
];

export async function prefetch(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(invitationQuery(language.get())), client.prefetchQuery(communityQuery)]);
}
