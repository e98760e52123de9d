import { useInfiniteQuery } from '@tanstack/react-query';
import type { RobotTrade } from '#protocol/robots/entities/robots.ts';
import { tradesQuery } from '../queries.ts';

/** Fills of a robot, newest first, as far as they were read. */
export interface Fills {
  readonly list: readonly RobotTrade[] | undefined;
  readonly query: ReturnType<typeof useTrades>;
}

function useTrades(id: string) {
  return useInfiniteQuery(tradesQuery(id));
}

/** Reads the fills of a robot page by page. */
export function useFilledOrders(id: string): Fills {
  const query = useTrades(id);
  return { list: query.data?.pages.flatMap((page) => page.list), query };
}
