import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { loadCatalog } from '#app/platform/language/language.ts';
import { accountAdvice } from '#app/platform/session/account-advice.ts';
import { session } from '#app/platform/session/session.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { checksQuery } from '#app/features/passkeys/queries.ts';
import { hasWayBack } from './ways-back.ts';

/** Kept on the device for each account: that it was advised once is enough. */
const keyOf = (account: string) => `dunlin.secureAdvice.${account}`;

session.subscribe(() => accountAdvice.set(null));

/** Takes the advice away, for good on this device. */
export function endSecureAdvice(): void {
  const account = session.get()?.account;
  if (account !== undefined) writeStored(keyOf(account), 'seen');
  accountAdvice.set(null);
}

/**
 * Advises once to secure an account that nothing leads back to.
 *
 * @throws where there is no connection
 */
export async function advise(client: QueryClient): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined || accountAdvice.get() !== null || readStored(keyOf(account)) !== null) return;
  if (hasWayBack(await client.fetchQuery(checksQuery))) return;
  const [{ SecureAdvice }] = await Promise.all([
    import('./secure-advice.tsx'),
    loadCatalog('account'),
    loadCatalog('passkeys'),
  ]);
  if (session.get()?.account === account) accountAdvice.set(createElement(SecureAdvice));
}
