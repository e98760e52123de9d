import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { TopicNotFound } from '#server/core/topics/topic-source.ts';
import { RemoteTopic, type RemoteSnapshot } from './remote-topic.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The engine's side: a list that grows; a change is what was added, a snapshot is all of it. */
class GrowingList {
  epoch = 1;
  seq = 0;
  all: number[] = [];

  add(): { epoch: string; seq: number; data: number } {
    this.seq += 1;
    this.all.push(this.all.length);
    return { epoch: `e${this.epoch}`, seq: this.seq, data: this.all.length - 1 };
  }

  /** Opened again: it counts from 0, and goes on with what it holds. */
  openAgain(): void {
    this.epoch += 1;
    this.seq = 0;
  }

  read(): RemoteSnapshot {
    return { epoch: `e${this.epoch}`, seq: this.seq, data: [...this.all] };
  }
}

/** A subscriber as the stream serves it: in sequence, or waiting for a snapshot. */
class Subscriber {
  held: number[] | null = null;
  snapshots = 0;
}

/** The stream's side, as `PublicChannel` does it. */
function publish(feed: RemoteTopic, subscribers: readonly Subscriber[]): void {
  if (feed.restarts()) for (const subscriber of subscribers) subscriber.held = null;
  const deliver = (delta: unknown) => {
    if (delta !== null) for (const { held } of subscribers) held?.push(delta as number);
  };
  deliver(feed.take());
  while (feed.hasMore) deliver(feed.take());
  const waiting = subscribers.filter(({ held }) => held === null);
  if (waiting.length === 0) return;
  const snapshot = feed.snapshot() as number[] | null;
  if (snapshot === null) return;
  for (const subscriber of waiting) {
    subscriber.held = [...snapshot];
    subscriber.snapshots += 1;
  }
}

const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant('change' as const) },
  { weight: 2, arbitrary: fc.constant('lost change' as const) },
  { weight: 1, arbitrary: fc.constant('doubled change' as const) },
  { weight: 4, arbitrary: fc.constant('answer' as const) },
  { weight: 1, arbitrary: fc.constant('refused answer' as const) },
  { weight: 5, arbitrary: fc.constant('tick' as const) },
  { weight: 2, arbitrary: fc.constant('subscriber' as const) },
  { weight: 1, arbitrary: fc.constant('opened again' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 2, arbitrary: fc.constant('time' as const) },
);

it('shows every subscriber what the engine holds, without gaps, whatever is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120, size: 'max' }), async (steps) => {
      const engine = new GrowingList();
      const subscribers = [new Subscriber()];
      let answers: { resolve: (read: RemoteSnapshot) => void; reject: (error: Error) => void }[] = [];
      let isDue = true;
      const feed = new RemoteTopic({
        read: () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
        due: () => (isDue = true),
        leave: () => undefined,
        onError: (error) => expect(error).toBeNull(),
      });
      const tick = () => {
        isDue = false;
        publish(feed, subscribers);
        for (const { held } of subscribers) {
          // What a subscriber holds was the engine's state at some time.
          if (held !== null) expect(held).toEqual(engine.all.slice(0, held.length));
        }
      };
      // As the stream does: who subscribes is served with the next tick.
      const subscribe = () => {
        subscribers.push(new Subscriber());
        isDue = true;
      };
      const settle = () => vi.advanceTimersByTimeAsync(0);
      for (const what of steps) {
        if (what === 'change') feed.hear(engine.add());
        else if (what === 'lost change') engine.add();
        else if (what === 'doubled change') {
          const change = engine.add();
          feed.hear(change);
          feed.hear(change);
        } else if (what === 'answer') answers.shift()?.resolve(engine.read());
        else if (what === 'refused answer') answers.shift()?.reject(new StoreUnavailable('away'));
        else if (what === 'subscriber') subscribe();
        else if (what === 'opened again') engine.openAgain();
        else if (what === 'restart') feed.restart();
        else if (what === 'time') await vi.advanceTimersByTimeAsync(1_000);
        await settle();
        if (what === 'tick') tick();
      }
      // The lease finds whatever was lost without a later change that shows it.
      const { position } = feed;
      const { epoch, seq } = engine.read();
      if (position !== null && (position.epoch !== epoch || position.seq !== seq)) feed.restart();
      subscribe();
      for (let round = 0; round < 12; round += 1) {
        for (const { resolve } of answers.splice(0)) resolve(engine.read());
        await vi.advanceTimersByTimeAsync(1_000);
        if (isDue) tick();
      }
      for (const { held } of subscribers) expect(held).toEqual(engine.all);
      answers = [];
      feed.close();
    }),
    { numRuns: allRuns(300) },
  );
});

it('goes on behind a snapshot that nobody waits for any more', async () => {
  const engine = new GrowingList();
  const first = new Subscriber();
  const read = () => Promise.resolve(engine.read());
  const feed = new RemoteTopic({ read, due: () => undefined, leave: () => undefined, onError: () => undefined });
  publish(feed, [first]);
  await vi.advanceTimersByTimeAsync(0);
  publish(feed, [first]);
  expect(first.held).toEqual([]);
  // A second one subscribes, and is gone before its snapshot comes.
  publish(feed, [first, new Subscriber()]);
  await vi.advanceTimersByTimeAsync(0);
  feed.hear(engine.add());
  publish(feed, [first]);
  publish(feed, [first]);
  expect(first.held).toEqual([0]);
});

it('serves a subscriber of a topic that never rests', async () => {
  const engine = new GrowingList();
  const first = new Subscriber();
  const second = new Subscriber();
  const read = () => Promise.resolve(engine.read());
  const feed = new RemoteTopic({ read, due: () => undefined, leave: () => undefined, onError: () => undefined });
  publish(feed, [first]);
  await vi.advanceTimersByTimeAsync(0);
  publish(feed, [first]);
  publish(feed, [first, second]);
  for (let tick = 0; tick < 3; tick += 1) {
    // Changes come before the snapshot, with it and behind it.
    feed.hear(engine.add());
    publish(feed, [first, second]);
    await vi.advanceTimersByTimeAsync(0);
    feed.hear(engine.add());
    publish(feed, [first, second]);
  }
  expect([first.held, second.held, first.snapshots]).toEqual([engine.all, engine.all, 1]);
});

it('refuses a topic that the engine does not have', async () => {
  const read = () => Promise.resolve(null);
  const feed = new RemoteTopic({ read, due: () => undefined, leave: () => undefined, onError: () => undefined });
  expect(feed.snapshot()).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(() => feed.snapshot()).toThrow(TopicNotFound);
});

it('reads again when it falls too far behind', async () => {
  const engine = new GrowingList();
  const subscriber = new Subscriber();
  const read = () => Promise.resolve(engine.read());
  const feed = new RemoteTopic({ read, due: () => undefined, leave: () => undefined, onError: () => undefined });
  publish(feed, [subscriber]);
  await vi.advanceTimersByTimeAsync(0);
  publish(feed, [subscriber]);
  for (let count = 0; count < 1_000; count += 1) feed.hear(engine.add());
  publish(feed, [subscriber]);
  expect(subscriber.held).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  publish(feed, [subscriber]);
  expect([subscriber.held?.length, subscriber.snapshots]).toEqual([1_000, 2]);
});
