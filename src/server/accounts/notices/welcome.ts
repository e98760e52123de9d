import type { Transaction } from '#server/core/store/database.ts';
import type { Notices } from './notices.ts';

/** Greets a new user in the transaction that registers them. Returns what to do after its commit. */
export async function welcome(notices: Notices, tx: Transaction, user: bigint): Promise<() => void> {
  await notices.send(tx, user, 'account', 'notice/welcome', {});
  return () => notices.changed(user);
}
