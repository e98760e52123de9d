import { expect, it } from 'vitest';
import { isOnlyHere, phoneSystem } from './phone-system.ts';

it('distinguishes phones from computers', () => {
  expect(phoneSystem('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/148.0 Mobile', 5)).toBe('ANDROID');
  expect(phoneSystem('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5)).toBe('IOS');
  expect(phoneSystem('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe('IOS');
  expect(phoneSystem('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBeNull();
  expect(phoneSystem('Mozilla/5.0 (X11; Linux x86_64)', 0)).toBeNull();
});

it('knows addresses that lead nowhere from a phone', () => {
  for (const here of ['localhost', 'dunlin.localhost', '127.0.0.1', '[::1]']) expect(isOnlyHere(here)).toBe(true);
  for (const there of ['dunlin.example', '192.168.1.7', 'localhost.example']) expect(isOnlyHere(there)).toBe(false);
});
