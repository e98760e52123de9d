import { expect, it } from 'vitest';
import type { Refusal } from '#server/core/failures/refusal.ts';
import { hashPassword, isPassword } from './password-hash.ts';

it('uses argon2id with 19 MiB and two passes, and accepts the password in any Unicode composition', async () => {
  const kept = await hashPassword('Kranich-47-s\u00E9');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword('Kranich-47-se\u0301', kept)).toBe(true);
  expect(await isPassword('Kranich-47-se', kept)).toBe(false);
  expect(await isPassword('nobody has this password', null)).toBe(false);
});

it('refuses what would wait too long, and continues with the rest', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('Kranich-47-see')));
  const refused = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as unknown] : []));
  expect(refused).toHaveLength(8);
  for (const reason of refused) expect(reason).toMatchObject({ codeName: 'busyRetry' } satisfies Partial<Refusal>);
  expect(await hashPassword('Kranich-47-see')).toMatch(/^\$argon2id/);
});
