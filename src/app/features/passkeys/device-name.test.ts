import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('names devices as their owners do', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  expect(deviceName(`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/148.0 Mobile Safari/537.36`)).toBe(
    'Android, Chrome',
  );
  expect(deviceName(`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`)).toBe(
    'iPhone, Safari',
  );
  expect(deviceName(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0 Safari/537.36 Edg/148.0`)).toBe(
    'Windows, Edge',
  );
  expect(deviceName('curl/8')).toBe('Passkey');
});
