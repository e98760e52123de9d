import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testBus } from '../testing-bus.ts';
import { packFrame } from '../wire/frame.ts';
import type { SentAnnouncement } from '../wire/operations.ts';
import { announcementsSubject } from '../wire/subjects.ts';
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
    const announcement: SentAnnouncement = {
      engine,
      epoch,
      event,
      store: 'ready',
      isReady: true,
      ...(connections === undefined ? {} : { connections }),
      what,
    };
    bus.publish(announcementsSubject(root), packFrame(announcement));
  };
  return { bus, watch, seen, say };
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
    // A sign of life that was on its way does not bring it back.
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
    // The tenth was lost: the next event shows it, or else the next sign of life.
    say('engine-a', 1, 11, doubt);
    say('engine-a', 1, 12);
    expect(seen.slice(2)).toEqual(['missed', 'missed']);
    watch.close();
  });

  it('are not taken from what is no announcement', () => {
    const { bus, watch, seen } = open();
    const subject = announcementsSubject(root);
    bus.publish(subject, Buffer.from('not a frame'));
    bus.publish(
      subject,
      packFrame({ engine: 'engine-a', epoch: -1, event: 0, store: 'ready', isReady: true, what: null }),
    );
    bus.publish(subject, packFrame({ engine: 'a.*.>', epoch: 1, event: 0, store: 'ready', isReady: true, what: null }));
    expect([watch.active, seen]).toEqual([null, []]);
    watch.close();
  });
});
