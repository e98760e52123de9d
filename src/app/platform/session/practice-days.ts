import { dayMs } from '#protocol/core/durations.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** Since when an account practises on this device, in epoch milliseconds. The script of index.html reads it too. */
const keyOf = (account: string) => `dunlin.practiceSince.${account}`;

/**
 * From its second day on this device an account knows that it practises: the strip above each screen becomes a line
 * without height. The script of index.html sets the same attribute before the first paint; here it follows sign-in and
 * log-out.
 *
 * @param account null for visitors, who see the strip
 */
export function followPracticeDays(account: string | null): void {
  const since = account === null ? null : readStored(keyOf(account));
  if (account !== null && since === null) writeStored(keyOf(account), `${Date.now()}`);
  document.documentElement.toggleAttribute('data-flat', since !== null && Date.now() - Number(since) > dayMs);
}
