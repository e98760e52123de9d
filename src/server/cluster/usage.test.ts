import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../core/failures/store-unavailable.ts';
import type { EngineClient } from './edge/engine-client.ts';
import type { EngineWatch } from './edge/engine-watch.ts';
import { UsageReports } from './edge/usage-reports.ts';
import { type Usage, UsageBoard, usageLeaseMs } from './engine/usage-board.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Edges that report to one board, and what each was charged for others. */
function open() {
  const board = new UsageBoard(() => Date.now());
  const state = { isAway: false };
  const client = {
    ask: (_name: string, { edge, usages }: { edge: string; usages: Usage[] }) => {
      if (state.isAway) return Promise.reject(new StoreUnavailable('away'));
      return Promise.resolve({ head: { elsewhere: board.exchange(edge, usages) } });
    },
  } as unknown as EngineClient;
  const watch = { active: {}, onEngine: () => () => undefined } as unknown as EngineWatch;
  const openEdge = (edge: string) => {
    const charged: (readonly [bigint | string, number])[] = [];
    const reports = new UsageReports({ edge, client, watch, onError: () => undefined });
    reports.chargeTo({
      user: (userId, units) => charged.push([userId, units]),
      address: (address, units) => charged.push([address, units]),
    });
    return { reports, charged };
  };
  return { state, one: openEdge('edge-one'), two: openEdge('edge-two') };
}

it('counts connections of a user and of an address at all edges together', async () => {
  const { one, two } = open();
  one.reports.countUser(7n, 1);
  one.reports.countUser(7n, 1);
  two.reports.countUser(7n, 1);
  two.reports.countAddress('203.0.113.1', 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([one.reports.connectionsOfUser(7n), two.reports.connectionsOfUser(7n)]).toEqual([1, 2]);
  expect(one.reports.connectionsOfAddress('203.0.113.1')).toBe(0);
  one.reports.countUser(7n, -1);
  one.reports.countAddress('203.0.113.1', 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(two.reports.connectionsOfUser(7n)).toBe(1);
  expect([one, two].map(({ reports }) => reports.connectionsOfAddress('203.0.113.1'))).toEqual([1, 1]);
  for (const { reports } of [one, two]) reports.close();
});

it('charges each edge what was spent at the others, once', async () => {
  const { one, two } = open();
  for (const { reports } of [one, two]) {
    reports.countUser(7n, 1);
    reports.countAddress('203.0.113.1', 1);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  one.reports.spentByUser(7n, 3);
  one.reports.spentByUser(7n, 2);
  two.reports.spentByAddress('203.0.113.1', 4);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([one.charged, two.charged]).toEqual([[['203.0.113.1', 4]], [[7n, 5]]]);
  for (const { reports } of [one, two]) reports.close();
});

it('forgets what an edge served that is gone, and reports again after the engine was away', async () => {
  const { state, one, two } = open();
  one.reports.countUser(7n, 1);
  state.isAway = true;
  two.reports.countUser(7n, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([one.reports.connectionsOfUser(7n), two.reports.connectionsOfUser(7n)]).toEqual([1, 1]);
  two.reports.close();
  await vi.advanceTimersByTimeAsync(usageLeaseMs + 2_000);
  expect(one.reports.connectionsOfUser(7n)).toBe(0);
  one.reports.close();
});
