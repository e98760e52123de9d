import { beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { bootKeyPrefix, forgetRemembered, readStored, removeStored, storedKeys, writeStored } from './storage.ts';

/** Storage of a device with room for so many characters of keys and values. */
function device(room: number): Map<string, string> {
  const held = new Map<string, string>();
  const taken = () => [...held].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  vi.stubGlobal('localStorage', {
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
    setItem(key: string, value: string) {
      const before = held.get(key);
      const more = value.length - (before?.length ?? -key.length);
      if (taken() + more > room) throw new DOMException('The quota is exceeded', 'QuotaExceededError');
      held.set(key, value);
    },
  });
  return held;
}

beforeEach(() => {
  for (const key of storedKeys()) removeStored(key);
});

test('what no longer fits counts over what the device holds under its key', () => {
  const held = device(10);
  expect(writeStored('theme', 'dark')).toBe(true);
  expect(writeStored('theme', 'light, and bright')).toBe(false);
  expect([readStored('theme'), held.get('theme')]).toEqual(['light, and bright', 'dark']);
  expect(writeStored('theme', 'lit')).toBe(true);
  expect([readStored('theme'), held.get('theme')]).toEqual(['lit', 'lit']);
});

test('another tab that changes a key is newer than what this page remembers', () => {
  const held = device(10);
  writeStored('theme', 'light, and bright');
  writeStored('lang', 'far too long');
  held.set('theme', 'dark');
  forgetRemembered('theme');
  expect([readStored('theme'), readStored('lang')]).toEqual(['dark', 'far too long']);
  forgetRemembered(null);
  expect(readStored('lang')).toBe(null);
});

test('answers that can be asked for again give way to what cannot', () => {
  const held = device(40);
  writeStored(`${bootKeyPrefix}7`, 'x'.repeat(20));
  expect(writeStored('theme', 'dark')).toBe(true);
  expect([...held.keys()]).toEqual(['theme']);
});

test('an outcome that is not known keeps its key when nothing more fits', async () => {
  const { addOutcome, openOutcome, removeOutcome } = await import('../pending-outcomes/outcome-store.ts');
  const { session } = await import('../session/session.ts');
  device(500);
  session.set({ token: 'T', account: '7' });
  const outcome = (intent: string) => ({
    key: `key of ${intent}`,
    call: 'POST currency' as const,
    asked: {},
    about: {},
    intent,
    at: 1_000,
    deadline: null,
    hasProof: false,
    state: 'unknown' as const,
    tries: 0,
    refusal: null,
    left: false,
  });
  addOutcome(outcome('a'));
  addOutcome(outcome('b'));
  addOutcome(outcome('c'));
  for (const intent of ['a', 'b', 'c']) expect(openOutcome(intent)?.key).toBe(`key of ${intent}`);
  removeOutcome('key of b');
  expect(openOutcome('b')).toBe(null);
  expect(openOutcome('a')?.key).toBe('key of a');
  session.set(null);
});

test('a session is on the device as a whole or not at all', async () => {
  const held = device(60);
  const { session } = await import('../session/session.ts');
  const { signIn } = await import('../session/sign-in.ts');
  signIn('A'.repeat(20), '1');
  expect(held.size).toBe(2);
  signIn('B'.repeat(60), '2');
  expect([...held]).toEqual([]);
  expect(session.get()).toEqual({ token: 'B'.repeat(60), account: '2' });
  expect(readStored(storageKeys.token)).toBe('B'.repeat(60));
  signIn('C'.repeat(20), '3');
  expect([...held.values()]).toEqual(['3', 'C'.repeat(20)]);
});
