import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcementOf, testIdentity } from '../testing-announcements.ts';
import { testBus } from '../testing-bus.ts';
import type { SentAnnouncement } from '../bus/operations.ts';
import { announcementsSubject } from '../bus/subjects.ts';
import { EngineWatch, silenceMs } from './engine-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const root = 'dunlin.practice';

function open() {
  const bus = testBus();
  const watch = new EngineWatch({ bus, root, nowMs: () => Date.now() });
  const seen: string[] = [];
  watch.onEngine((engine, isOther) =>
    seen.push(engine === null ? 'lost' : `${engine.engine}${isOther ? ', other' : ''}`),
  );
  watch.onEvent((event) => seen.push(event.kind));
  watch.onMissed(() => seen.push('missed'));
  watch.onBack(() => seen.push('back'));
  const say = (
    engine: string,
    epoch: number,
    event: number,
    what: SentAnnouncement['what'] = null,
    connections?: number,
  ) => {
    const more = connections === undefined ? {} : { connections };
    hear(announcementOf({ engine, epoch, event, what, ...more }));
  };
  const hear = (announcement: Buffer) => bus.publish(announcementsSubject(root), announcement);
  return { bus, watch, seen, say, hear };
}

const doubt = { kind: 'accounts-in-doubt' } as const;

describe('which engine an edge follows', () => {
  it('is the one that announces itself, and none when it is silent', async () => {
    const { watch, seen, say } = open();
    expect(watch.active).toBeNull();
    say('engine-a', 1, 0);
    await vi.advanceTimersByTimeAsync(silenceMs - 500);
    say('engine-a', 1, 0);
    await vi.advanceTimersByTimeAsync(silenceMs - 500);
    expect(watch.active?.engine).toBe('engine-a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watch.active).toBeNull();
    say('engine-a', 1, 0);
    expect(seen).toEqual(['engine-a, other', 'missed', 'lost', 'engine-a']);
    watch.close();
  });

  it('is the one of the highest epoch: what another one says that was paused does not count', () => {
    const { watch, seen, say } = open();
    say('engine-a', 4, 0);
    say('engine-b', 5, 0);
    say('engine-a', 4, 0);
    say('engine-a', 4, 1, doubt);
    expect(watch.active?.engine).toBe('engine-b');
    expect(seen).toEqual(['engine-a, other', 'missed', 'engine-b, other', 'missed']);
    watch.close();
  });

  it('is that of newer data, whose epoch is lower, and never again the one of the data before', () => {
    const { watch, seen, say, hear } = open();
    say('engine-a', 900_719_925_474_099, 0);
    // A backup was restored; its epochs are those of before.
    const restored = { id: '0d1c1f7e-0000-4000-8000-000000000002', since: testIdentity.since + 1 };
    const next = { engine: 'engine-b', identity: restored, epoch: 3 } as const;
    hear(announcementOf(next));
    expect(watch.active).toMatchObject({ engine: 'engine-b', epoch: 3 });
    say('engine-a', 900_719_925_474_100, 0);
    say('engine-a', 900_719_925_474_101, 1, { kind: 'leaving' });
    expect(watch.active?.engine).toBe('engine-b');
    hear(announcementOf({ ...next, engine: 'engine-c', epoch: 2 }));
    expect(watch.highest).toEqual({ store: restored, epoch: 3 });
    hear(announcementOf({ ...next, engine: 'engine-c', epoch: 4 }));
    expect(watch.active?.engine).toBe('engine-c');
    expect(seen).toEqual(['engine-a, other', 'missed', 'engine-b, other', 'missed', 'engine-c, other', 'missed']);
    watch.close();
  });

  it('is the same one when its data is promoted under it', () => {
    const { watch, seen, hear } = open();
    hear(announcementOf({ engine: 'engine-a', epoch: 4 }));
    const promoted = { id: '0d1c1f7e-0000-4000-8000-000000000003', since: testIdentity.since + 1 };
    hear(announcementOf({ engine: 'engine-a', epoch: 5, identity: promoted }));
    expect(seen).toEqual(['engine-a, other', 'missed']);
    expect(watch.highest).toEqual({ store: promoted, epoch: 5 });
    watch.close();
  });

  it('does not come back when what it said is said again', async () => {
    const { watch, seen, hear } = open();
    const before = announcementOf({ engine: 'engine-a', event: 1, what: doubt });
    hear(before);
    hear(announcementOf({ engine: 'engine-a', event: 1 }));
    seen.length = 0;
    await vi.advanceTimersByTimeAsync(silenceMs + 500);
    hear(before);
    expect([watch.active, seen]).toEqual([null, ['lost']]);
    watch.close();
  });

  it('is heard of when it has another connection to the broker, and another engine is not one that is back', () => {
    const { watch, seen, say } = open();
    say('engine-a', 1, 0, null, 1);
    say('engine-a', 1, 0, null, 1);
    say('engine-a', 1, 0, null, 2);
    say('engine-b', 2, 0, null, 7);
    // A version that does not say it.
    say('engine-c', 3, 0);
    say('engine-c', 3, 0);
    expect(seen).toEqual([
      'engine-a, other',
      'missed',
      'back',
      'engine-b, other',
      'missed',
      'engine-c, other',
      'missed',
    ]);
    watch.close();
  });

  it('is none as soon as it leaves, or does not hear any more, or the broker is away', () => {
    const { bus, watch, say } = open();
    say('engine-a', 1, 0);
    bus.connect(false);
    expect(watch.active).toBeNull();
    bus.connect(true);
    say('engine-a', 1, 0);
    watch.gone('engine-b');
    expect(watch.active?.engine).toBe('engine-a');
    watch.gone('engine-a');
    expect([watch.active, watch.hasLeft]).toEqual([null, false]);
    say('engine-a', 1, 0);
    say('engine-a', 1, 1, { kind: 'leaving' });
    // A heartbeat that was on its way does not bring it back.
    say('engine-a', 1, 1);
    expect([watch.active, watch.hasLeft]).toEqual([null, true]);
    watch.close();
  });
});

describe('events of the engine', () => {
  it('come in their numbers; a number that is left out is reported', () => {
    const { watch, seen, say } = open();
    say('engine-a', 1, 7);
    seen.length = 0;
    say('engine-a', 1, 8, doubt);
    say('engine-a', 1, 8);
    say('engine-a', 1, 9, { kind: 'session-ended', sessionId: '12345678901234567' });
    expect(seen).toEqual(['accounts-in-doubt', 'session-ended']);
    // The tenth was lost: the next event shows it, or else the next heartbeat.
    say('engine-a', 1, 11, doubt);
    say('engine-a', 1, 12);
    expect(seen.slice(2)).toEqual(['missed', 'missed']);
    watch.close();
  });

  it('are not taken from what is no announcement', () => {
    const { bus, watch, seen } = open();
    const subject = announcementsSubject(root);
    bus.publish(subject, Buffer.from('not a frame'));
    bus.publish(subject, announcementOf({ engine: 'engine-a', epoch: -1 }));
    bus.publish(subject, announcementOf({ engine: 'a.*.>' }));
    expect([watch.active, seen]).toEqual([null, []]);
    watch.close();
  });
});
