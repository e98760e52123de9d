import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '#app/platform/api/call-query.ts';

const root = 'checkInfo';

/** Where the user stands today, with this month's calendar; a day turns without any action here. */
export const todayQuery = { ...callQuery('GET checkInfo', {}), staleTime: 0 } as const;

/** The calendar of a month. @param month as in `2026-11` */
export function monthQuery(month: string) {
  return { ...callQuery('GET checkInfo', { month }), staleTime: 0 } as const;
}

/** After a day was signed in. */
export function refreshCheckIn(client: QueryClient): Promise<unknown> {
  return Promise.all([root, 'common/backing'].map((each) => client.invalidateQueries({ queryKey: [each] })));
}
