import { expect, it } from 'vitest';
import type { Access } from '#protocol/core/call.ts';
import { checkAccess } from './access.ts';
import { AccessRefusal } from '../core/failures/access-refusal.ts';
import type { SessionHolder } from '../core/session-gate.ts';

const token = 'a'.repeat(43);
const holder = { userId: 100_000n, sessionId: 1n, verified: false, merchant: false, countries: [] };

/** The result of an access check: the caller, or the redirect of the app. */
async function asked(access: Access, standing: Partial<SessionHolder> | null, header?: string) {
  const sessions = { lookUp: async () => (standing === null ? null : { ...holder, ...standing }) };
  try {
    const caller = await checkAccess(access, header ?? `Bearer ${token}`, sessions);
    return caller?.userId ?? null;
  } catch (error) {
    if (error instanceof AccessRefusal) return `${error.codeName} ${error.answerType}`;
    throw error;
  }
}

it('redirects a user without a verified name to real-name authentication, from every call that needs it', async () => {
  expect(await asked('user', {})).toBe(100_000n);
  expect(await asked('verified', {})).toBe('noRealName 998');
  expect(await asked('merchant', {})).toBe('noRealName 998');
  expect(await asked('merchant', { merchant: true, countries: [] })).toBe('noRealName 998');
  expect(await asked('verified', { verified: true })).toBe(100_000n);
});

it('redirects a verified user without a receiving method to binding one', async () => {
  expect(await asked('merchant', { verified: true })).toBe('unauthorized 997');
  expect(await asked('merchant', { verified: true, merchant: true, countries: [] })).toBe(100_000n);
});

it('redirects a visitor to log-in first, and one whose session ended to log in again', async () => {
  for (const access of ['user', 'verified', 'merchant'] as const) {
    const noHeader = checkAccess(access, undefined, { lookUp: async () => null });
    await expect(noHeader).rejects.toMatchObject({ codeName: 'unauthorized', answerType: '999' });
    expect(await asked(access, null)).toBe('unauthorized expired');
    expect(await asked(access, null, 'Basic bWU6bWU=')).toBe('unauthorized expired');
  }
  expect(await asked('public', null)).toBeNull();
});
