import { expect, it } from 'vitest';
import { passkeySupport } from './passkey-support.ts';

it('reports what prevents passkeys', () => {
  const page = { hasWebAuthn: true, isSecure: true, hostname: 'dunlin.example' };
  expect(passkeySupport(page)).toBe('yes');
  expect(passkeySupport({ ...page, hostname: 'localhost' })).toBe('yes');
  expect(passkeySupport({ ...page, hasWebAuthn: false })).toBe('browser');
  expect(passkeySupport({ hasWebAuthn: false, isSecure: false, hostname: '10.0.0.7' })).toBe('connection');
  for (const hostname of ['127.0.0.1', '[::1]']) expect(passkeySupport({ ...page, hostname })).toBe('address');
});
