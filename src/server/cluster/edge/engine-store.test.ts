import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoreState } from '#server/core/store/store-health.ts';
import { announcementOf } from '../testing-announcements.ts';
import { testBus } from '../testing-bus.ts';
import type { SentAnnouncement } from '../bus/operations.ts';
import { announcementsSubject } from '../bus/subjects.ts';
import { EngineStore } from './engine-store.ts';
import { EngineWatch } from './engine-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const root = 'dunlin.practice';
/** As long as requests wait for the next engine. */
const waitMs = 3_000;

function open() {
  const bus = testBus();
  const clock = () => Date.now();
  const watch = new EngineWatch({ bus, root, nowMs: clock });
  const store = new EngineStore({ watch, clock, failed: (error) => expect(error).toBeNull() });
  const published: StoreState[] = [];
  store.health.onChange((state) => published.push(state));
  const say = (engine: string, epoch: number, state: StoreState = 'ready', what: SentAnnouncement['what'] = null) => {
    const event = what === null ? 0 : 1;
    bus.publish(announcementsSubject(root), announcementOf({ engine, epoch, event, store: state, what }));
  };
  say('engine-a', 1);
  expect(published.splice(0)).toEqual(['ready']);
  const leave = () => say('engine-a', 1, 'ready', { kind: 'leaving' });
  const close = () => {
    store.close();
    watch.close();
  };
  return { store, published, say, leave, close };
}

it('does not change while requests wait for the next engine, which comes in time', async () => {
  const { published, say, leave, close } = open();
  leave();
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  say('engine-b', 2);
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(published).toEqual([]);
  close();
});

it('is degraded once requests are refused, since the engine was lost, and ready as soon as there is one', async () => {
  const { store, published, say, leave, close } = open();
  const lostAt = Date.now();
  leave();
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(published).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([published, store.health.since]).toEqual([['degraded'], lostAt]);
  say('engine-b', 2);
  expect([published, store.health.since]).toEqual([['degraded', 'ready'], lostAt + waitMs]);
  close();
});

it('is what the engine says of it, at once', () => {
  const { store, published, say, close } = open();
  say('engine-a', 1, 'degraded');
  expect([published, store.health.since]).toEqual([['degraded'], Date.now()]);
  say('engine-a', 1);
  expect(published).toEqual(['degraded', 'ready']);
  close();
});

it('counts each loss by itself', async () => {
  const { published, say, leave, close } = open();
  leave();
  await vi.advanceTimersByTimeAsync(waitMs - 1_000);
  say('engine-b', 2);
  say('engine-b', 2, 'ready', { kind: 'leaving' });
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(published).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(published).toEqual(['degraded']);
  close();
});
