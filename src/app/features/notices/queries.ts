import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

const pageSize = '30';

/** A notice with its whole text, as the list carries it. */
export type NoticeWithText = CallOutput<'GET notice/list'>['list'][number];

/** Own notices and those to every user, newest first, with their texts. */
export function noticesQuery(language: Locale) {
  return infiniteQueryOptions({
    queryKey: ['notice/list', { language }, 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET notice/list',
        { language, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET notice/list'>) => last.next,
  });
}

/** The notice as the list on this device has it, which may be read from it only after the screen is there. */
export function useStoredNotice(id: string, language: Locale): NoticeWithText | undefined {
  const list = useInfiniteQuery({ ...noticesQuery(language), enabled: false });
  return list.data?.pages.flatMap((page) => page.list).find(({ notice }) => notice.id === id);
}

/** One notice; asking for it marks it read. */
export function noticeQuery(id: string, language: Locale) {
  return queryOptions<NoticeWithText>({
    queryKey: ['notice/info/{id}', { id, language }],
    queryFn: ({ signal }) => call('GET notice/info/{id}', { id, language }, { signal }),
  });
}

/** How many notices are unread. */
export const unreadQuery = callQuery('GET notice/noticeNum', {});
