import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { useRobotChange } from '#app/platform/stream/stream-hooks.ts';

/** What on screen of robots is asked for again this often, also while the stream is away. */
const renewMs = 10_000;
/** Between two questions that the stream led to. */
const refreshLeastMs = 1_000;
const pageSize = '30';

const ordersRoot = 'quant/order/list';
const detailRoot = 'quant/order/detail';
const tradesRoot = 'quant/order/trades';
const incomeRoot = 'quant/income/list';
const balanceRoot = 'quant/balance';

/** Strategies by pair with the record of all robots; it is counted again once a day. */
export const productsQuery = { ...callQuery('GET quant/product/list', {}), staleTime: 5 * minuteMs } as const;

/** Pairs that robots trade, with the strategies they may follow there. */
export const robotPairsQuery = { ...callQuery('GET quant/symbol/list', {}), staleTime: 5 * minuteMs } as const;

/** The robots' wallet and what all own robots come to. */
export const balanceQuery = {
  ...callQuery('GET quant/balance', {}),
  staleTime: 0,
  refetchInterval: renewMs,
} as const;

/** Which own robots are listed: those that run or are paused, or those that ended. */
export type Shown = 'active' | 'ended';

/** Own robots, newest first, page by page. */
export function robotsQuery(show: Shown) {
  return {
    ...pagesQuery(
      [ordersRoot, { show }],
      (cursor, signal) => call('GET quant/order/list', { show, size: pageSize, ...cursor }, { signal }),
      ({ list }) => list.length,
    ),
    refetchInterval: show === 'active' ? renewMs : (false as const),
  };
}

/** One robot, its open orders and its value over time. */
export function robotQuery(id: string) {
  return { ...callQuery('GET quant/order/detail', { id }), staleTime: 0, refetchInterval: renewMs } as const;
}

/** Fills of a robot, newest first, page by page. */
export function tradesQuery(id: string) {
  return pagesQuery(
    [tradesRoot, { id }],
    (cursor, signal) => call('GET quant/order/trades', { id, size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** Income by day, newest first, of one robot or of all, page by page. */
export function incomeQuery(robot: string | null) {
  return pagesQuery(
    [incomeRoot, { robot }],
    (cursor, signal) =>
      call('GET quant/income/list', { size: pageSize, ...(robot === null ? {} : { robot }), ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

const ownRoots = [ordersRoot, detailRoot, tradesRoot, incomeRoot, balanceRoot];

/** After a robot was started, paused, changed or redeemed, or did something by itself. */
export function refreshRobots(client: QueryClient): Promise<unknown> {
  return Promise.all(ownRoots.map((root) => client.invalidateQueries({ queryKey: [root] })));
}

/**
 * Asks again when a robot did something: a robot between two close lines does so many times a minute.
 *
 * @param robot the one on screen; null for all
 */
export function useRefreshOnChange(robot: string | null): void {
  const client = useQueryClient();
  const at = useRobotChange(robot);
  const seen = useRef(at);
  const refreshedAt = useRef(0);
  useEffect(() => {
    if (seen.current === at) return;
    seen.current = at;
    const wait = Math.max(0, refreshedAt.current + refreshLeastMs - performance.now());
    const timer = setTimeout(() => {
      refreshedAt.current = performance.now();
      void refreshRobots(client);
    }, wait);
    return () => clearTimeout(timer);
  }, [client, at]);
}

/** Asks again for all that the tab shows, products too. */
export function refreshTab(client: QueryClient): Promise<unknown> {
  return Promise.all([refreshRobots(client), client.invalidateQueries({ queryKey: productsQuery.queryKey })]);
}
