import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Locale } from '../../../contract/locales.ts';
import { call } from '../../platform/api.ts';
import { callQuery } from '../../platform/call-query.ts';

const pageSize = '20';

/** The news in a language, newest first, page by page. */
export function newsQuery(language: Locale) {
  return infiniteQueryOptions({
    queryKey: ['common/newsList', { language }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET common/newsList',
        { language, size: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET common/newsList'>) => last.next,
  });
}

/** One article in a language. */
export function articleQuery(key: string, language: Locale) {
  return callQuery('GET common/article', { key, language });
}
