import { eq } from 'drizzle-orm';
import { operatorTextMax } from '#server/core/gate/operator-log.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { type SignedBy, writeLineAbout } from '../evidence/signed-lines.ts';
import { normaliseEmail } from './contacts/contact.ts';
import { sessions, users } from './tables.ts';

/** Operator actions on an account, outside the running exchange, which applies them within about a second. */

/** An account as identified and shown to the operator. */
export interface OperatedAccount {
  readonly id: bigint;
  readonly disabled: boolean;
}

/** What follows in other areas, in the transaction of the act. The account is locked and changed. */
export type AccountStep = (tx: Transaction, id: bigint, now: number) => Promise<void>;

/** The result. */
export interface Operated {
  /** Id of the log line; null when there was nothing to do. */
  readonly line: bigint | null;
  /** Sessions that ended. */
  readonly ended: number;
}

/** The account with an id, an email or a phone number as in `+8613812345678`, or null. */
export async function findAccount(
  { drizzle }: Pick<Database, 'drizzle'>,
  text: string,
): Promise<OperatedAccount | null> {
  const named = /^\d{1,18}$/.test(text)
    ? eq(users.id, BigInt(text))
    : text.startsWith('+')
      ? eq(users.phone, text)
      : eq(users.email, normaliseEmail(text) ?? text);
  const [row] = await drizzle.select({ id: users.id, disabled: users.disabled }).from(users).where(named);
  return row ?? null;
}

/**
 * Disables an account and ends its sessions: log-ins and calls are refused, its connections are closed, and its
 * unsigned withdrawals wait. Resting orders stay.
 *
 * @param onDisabled what ends with it, such as trading between users
 */
export function disableAccount(
  database: Database,
  id: bigint,
  signed: SignedBy,
  now: number,
  onDisabled: AccountStep,
): Promise<Operated> {
  return database.transaction(async (tx) => {
    const changed = await setDisabled(tx, id, true);
    const ended = await endAll(tx, id);
    if (changed) await onDisabled(tx, id, now);
    if (!changed && ended.length === 0) return { line: null, ended: 0 };
    const act = { what: 'disable-account', scope: null, subject: id.toString(), sessions: ended } as const;
    return { line: await writeLineAbout(tx, act, [id], { ...checked(signed), at: now }), ended: ended.length };
  });
}

/** Lets a disabled account log in again. @param onEnabled tells other areas of it */
export function enableAccount(
  database: Database,
  id: bigint,
  signed: SignedBy,
  now: number,
  onEnabled: AccountStep,
): Promise<Operated> {
  return database.transaction(async (tx) => {
    if (!(await setDisabled(tx, id, false))) return { line: null, ended: 0 };
    await onEnabled(tx, id, now);
    const act = { what: 'enable-account', scope: null, subject: id.toString(), sessions: [] } as const;
    return { line: await writeLineAbout(tx, act, [id], { ...checked(signed), at: now }), ended: 0 };
  });
}

/** Ends every session of an account; it may log in again. */
export function endSessions(database: Database, id: bigint, signed: SignedBy, now: number): Promise<Operated> {
  return database.transaction(async (tx) => {
    // Under the lock that opens sessions, so that none is opened concurrently and missed.
    await tx.drizzle.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
    const ended = await endAll(tx, id);
    if (ended.length === 0) return { line: null, ended: 0 };
    const act = { what: 'end-sessions', scope: null, subject: id.toString(), sessions: ended } as const;
    return { line: await writeLineAbout(tx, act, [id], { ...checked(signed), at: now }), ended: ended.length };
  });
}

async function setDisabled(tx: Transaction, id: bigint, disabled: boolean): Promise<boolean> {
  const { rowCount } = await tx.client.query('UPDATE users SET disabled = $2 WHERE id = $1 AND disabled <> $2', [
    id,
    disabled,
  ]);
  return rowCount === 1;
}

async function endAll(tx: Transaction, id: bigint): Promise<bigint[]> {
  const ended = await tx.drizzle.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id });
  return ended.map((session) => session.id);
}

function checked(signed: SignedBy): SignedBy {
  const { by, reason } = signed;
  if (by.trim() === '' || reason.trim() === '') throw new Error('an act of an operator needs a name and a reason');
  if (Math.max(by.length, reason.length) > operatorTextMax) throw new Error('a name or a reason is too long');
  return signed;
}
