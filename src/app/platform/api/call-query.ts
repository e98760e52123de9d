import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallName, CallOutput, MoneyCall } from '#protocol/calls.ts';
import { call } from './api.ts';

type QueryCall = Extract<Exclude<CallName, MoneyCall>, `GET ${string}`>;

/** The root of a call's query keys: its path, as in `common/newsList`. */
export function queryRoot(name: CallName): string {
  return name.slice(name.indexOf(' ') + 1);
}

/**
 * `queryOptions` of a reading call. The key is the call's path and its input, so that the allow-list of what is kept
 * on the device (`persisted-queries.ts`) knows it; an answer in a language takes the language in its input. What is read
 * page by page has another shape under the same path: the keys of `infiniteQueryOptions` end in `'pages'`.
 */
export function callQuery<const Name extends QueryCall>(name: Name, input: CallInput<Name>) {
  return queryOptions<CallOutput<Name>>({
    queryKey: [queryRoot(name), input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}
