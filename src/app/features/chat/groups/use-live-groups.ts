import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { stream } from '../../../platform/stream/stream.ts';
import { groupsQuery } from '../queries.ts';

/** Groups that are followed at once; a user in more of them pulls to refresh. */
const followedMax = 20;
/** The list is asked for again at most this often. */
const againMs = 1_000;

/** Asks for the list of groups again when something is said in one of them, and when the stream comes back. */
export function useLiveGroups(groups: readonly string[]): void {
  const client = useQueryClient();
  const followed = groups.slice(0, followedMax).join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: groupsQuery.queryKey });
    };
    const again = () => {
      if (timer === undefined) timer = setTimeout(ask, againMs);
    };
    const stops = followed
      .split(' ')
      .filter((group) => group !== '')
      .map((group) => stream.listen(`chat:${group}`, again));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, followed]);
}
