import type { QueryClient } from '@tanstack/react-query';
import { language } from '../../platform/language.ts';
import { agreementQuery, profileQuery } from './queries.ts';

/** Screens of the account that open without a network. */
export const offlinePaths = ['/pages/mine/userCenter'] as const;

/** Fetches the own profile and the texts that were agreed to. */
export async function fetchAhead(client: QueryClient, signedIn: boolean): Promise<void> {
  if (!signedIn) return;
  await client.prefetchQuery(profileQuery);
  await client.prefetchQuery(agreementQuery('page/agreement', language.get()));
  await client.prefetchQuery(agreementQuery('page/privacy', language.get()));
}
