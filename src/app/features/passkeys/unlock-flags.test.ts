import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockAfterHiddenMs, mustLock } from './lock-rules.ts';

const key = { credential: 'Y3JlZGVudGlhbA', publicKey: 'a2V5', algorithm: 'ES256' } as const;

/** Local storage of a launch: what it holds outlives the modules, as it does on a device. */
function useStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return kept;
}

let kept: Map<string, string>;

/** The app as after a start: modules read the device again. */
async function launch() {
  vi.resetModules();
  const { startUnlockFlags } = await import('#app/platform/storage/client-state.ts');
  startUnlockFlags();
  return import('./unlock-flags.ts');
}

beforeEach(() => {
  kept = useStorage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the flags of fingerprint and face', () => {
  it('are made at the first launch, switched off', async () => {
    const flags = await launch();
    expect(kept.get('isFinger')).toBe('false');
    expect(kept.get('fingerBool')).toBe('0');
    expect(kept.get('isface')).toBe('0');
    expect(flags.isUnlockOn()).toBe(false);
    expect(flags.unlockKey()).toBeNull();
  });

  it('stay through launches, but a launch never begins unlocked', async () => {
    const flags = await launch();
    flags.switchUnlockOn('face', key);
    flags.noteUnlocked();
    expect(kept.get('isFinger')).toBe('true');
    const next = await launch();
    expect(kept.get('isFinger')).toBe('false');
    expect(kept.get('isface')).toBe('1');
    expect(kept.get('fingerBool')).toBe('0');
    expect(next.isUnlockOn()).toBe(true);
    expect(next.unlockWays.get()).toEqual({ fingerprint: false, face: true });
    expect(next.unlockKey()).toEqual(key);
  });

  it('keep the key while one of them is on, and nothing else of the passkey', async () => {
    const flags = await launch();
    flags.switchUnlockOn('fingerprint', { ...key, name: 'Phone' } as typeof key);
    flags.switchUnlockOn('face', key);
    expect(JSON.parse(kept.get('dunlin.unlock') ?? '')).toEqual(key);
    flags.switchUnlockOff('fingerprint');
    expect(flags.unlockKey()).toEqual(key);
    flags.switchUnlockOff('face');
    expect(flags.isUnlockOn()).toBe(false);
    expect(kept.has('dunlin.unlock')).toBe(false);
  });

  it('take a key that is none for none', async () => {
    const flags = await launch();
    for (const text of ['', '{', 'null', '7', '{"credential":"a"}', JSON.stringify({ ...key, algorithm: 'none' })]) {
      kept.set('dunlin.unlock', text);
      expect(flags.unlockKey()).toBeNull();
    }
  });
});

it('locks an app that was out of sight for long', () => {
  const now = 1_000_000;
  expect(mustLock(true, null, now)).toBe(false);
  expect(mustLock(true, now - lockAfterHiddenMs + 1, now)).toBe(false);
  expect(mustLock(true, now - lockAfterHiddenMs, now)).toBe(true);
  expect(mustLock(true, now + 1, now)).toBe(true);
  expect(mustLock(false, now - lockAfterHiddenMs, now)).toBe(false);
});
