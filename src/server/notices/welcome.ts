import type { Transaction } from '../store/database.ts';
import type { Notices } from './notices.ts';

/** Greets a new person in the transaction that registers them. Returns what to do after its commit. */
export async function welcome(notices: Notices, tx: Transaction, person: bigint): Promise<() => void> {
  await notices.send(tx, person, 'account', 'notice/welcome', {});
  return () => notices.changed(person);
}
